import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useListState } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedAccount } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';

const pageSize = 100;
const statuses = ['active', 'inactive'] as const;

export function ChildAccounts({ add }: { readonly add: ReactNode }) {
  const { t } = useI18n();
  const { account } = useScope();
  const list = useListState('name', { status: statuses });
  const address = list.addressOf('accounts');
  const pages = usePagedList(
    accountKey(account.id, 'accounts', address),
    appList<ListedAccount>(accountEndpoint(account, address)),
    pageSize,
    true,
  );
  return (
    <>
      {account.accounts_count > 0 && (
        <ListTools
          list={list}
          filters={[
            {
              name: 'status',
              label: t('app.status'),
              options: [
                { value: '', label: t('app.list.anyStatus') },
                { value: 'active', label: t('app.list.active') },
                { value: 'inactive', label: t('app.accounts.inactive') },
              ],
            },
          ]}
          sorts={[
            { value: 'name', label: t('app.list.nameUp') },
            { value: '-name', label: t('app.list.nameDown') },
            { value: '-date', label: t('app.list.newest') },
            { value: 'date', label: t('app.list.oldest') },
          ]}
          actions={<ExportMenu address={accountEndpoint(account, list.addressOf('exports/accounts'))} />}
        />
      )}
      <PagedList
        isBare
        pages={pages}
        empty={
          list.isLimited ? (
            <NothingMatches clear={list.clear} />
          ) : (
            <EmptyState
              title={t('app.accounts.emptyTitle')}
              text={t('app.accounts.emptyText')}
              action={add}
            />
          )
        }
      >
        {(items) => (
          <>
            <Text size="sm" c="dimmed" aria-live="polite" mb="sm">
              {list.isLimited
                ? t(pages.hasNextPage ? 'app.accounts.countOfLoaded' : 'app.accounts.count', {
                    count: items.length,
                  })
                : t('app.accounts.count', { count: Math.max(account.accounts_count, items.length) })}
            </Text>
            <ul className={classes['list']}>
              {items.map((child) => (
                <AccountRow key={child.id} child={child} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </>
  );
}
