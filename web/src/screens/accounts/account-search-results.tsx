import { Group, Text } from '@mantine/core';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { FoundAccount } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';

const pageSize = 50;

/** Accounts at any depth. The server searches, as there may be thousands. */
export function AccountSearchResults({ searchText }: { readonly searchText: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const query = `q=${encodeURIComponent(searchText)}`;
  const pages = usePagedList(
    accountKey(account.id, 'accounts', 'search', searchText),
    appList<FoundAccount>(accountEndpoint(account, `search?${query}`)),
    pageSize,
  );
  return (
    <PagedList
      isBare
      pages={pages}
      empty={<EmptyState title={t('app.accounts.noneTitle')} text={t('app.accounts.noneText')} />}
    >
      {(items) => (
        <>
          <Group justify="space-between" mb="sm">
            <Text size="sm" c="dimmed" aria-live="polite">
              {t(pages.hasNextPage ? 'app.accounts.countOfLoaded' : 'app.accounts.count', {
                count: items.length,
              })}
            </Text>
            <ExportMenu address={accountEndpoint(account, `exports/search?${query}`)} />
          </Group>
          <ul className={classes['list']}>
            {items.map((child) => (
              <AccountRow
                key={child.id}
                child={child}
                parent={child.parent_id === account.id ? undefined : child.parent_display_name}
              />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
