import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../icons/icons.js';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ApiKey } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreateKey } from './create-key.js';
import { KeyRow } from './key-row.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.keys.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.keys.title')}
        intro={t('app.keys.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/keys')} />
            {add}
          </>
        }
      />
      <Keys onAdd={adding.open} />
      {isAdding && <CreateKey onClose={adding.close} />}
    </>
  );
}

function Keys({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'keys'),
    appList<ApiKey>(accountEndpoint(account, 'keys')),
  );
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState
          title={t('app.keys.emptyTitle')}
          text={t('app.keys.emptyText')}
          action={
            <FullPermissionOnly>
              <Button onClick={onAdd}>{t('app.keys.create')}</Button>
            </FullPermissionOnly>
          }
        />
      }
    >
      {(items) => (
        <Rows>
          {items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Rows>
      )}
    </PagedList>
  );
}
