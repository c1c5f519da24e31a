import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlugConnected } from '../../icons/icons.js';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { FeedDetails } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { FeedsHeader } from './feeds-header.js';
import { FeedRow } from './feed-row.js';
import classes from './feeds.module.css';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'feeds'),
    appList<FeedDetails>(accountEndpoint(account, 'feeds')),
  );
  const add = (
    <FullPermissionOnly>
      <Button
        component={Link}
        to={screenPath(account.id, 'feeds/new')}
        leftSection={<IconPlugConnected size={18} aria-hidden="true" />}
      >
        {t('app.feeds.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <FeedsHeader
        title={t('app.feeds.title')}
        intro={t('app.feeds.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/feeds')} />
            {add}
          </>
        }
      />
      <PagedList
        isBare
        pages={pages}
        empty={<EmptyState title={t('app.feeds.emptyTitle')} text={t('app.feeds.emptyText')} action={add} />}
      >
        {(items) => (
          <ul className={classes['list']}>
            {items.map((feed) => (
              <FeedRow key={feed.id} feed={feed} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
