import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../icons/icons.js';
import { accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { FeedsHeader } from './feeds-header.js';
import classes from './feeds.module.css';
import { ServerForm } from './server-form.js';
import { ServerRow } from './server-row.js';

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const pages = usePagedList(accountKey(account.id, 'servers'), (page) => client.servers.list(page));
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.servers.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <FeedsHeader
        title={t('app.servers.title')}
        intro={t('app.servers.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/servers')} />
            {add}
          </>
        }
      />
      <PagedList
        isBare
        pages={pages}
        empty={
          <EmptyState title={t('app.servers.emptyTitle')} text={t('app.servers.emptyText')} action={add} />
        }
      >
        {(items) => (
          <ul className={classes['list']}>
            {items.map((server) => (
              <ServerRow key={server.id} server={server} />
            ))}
          </ul>
        )}
      </PagedList>
      {isAdding && <ServerForm onClose={adding.close} />}
    </>
  );
}
