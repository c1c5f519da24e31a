import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { EmptyState } from '../../components/empty-state.js';
import { PagedList } from '../../components/paged-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';

const pageSize = 100;

export function ChildAccounts({ add }: { readonly add: ReactNode }) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'accounts'),
    (page) => client.accounts.list(page),
    pageSize,
  );
  return (
    <PagedList
      isBare
      pages={pages}
      empty={
        <EmptyState title={t('app.accounts.emptyTitle')} text={t('app.accounts.emptyText')} action={add} />
      }
    >
      {(items) => (
        <>
          <Text size="sm" c="dimmed" aria-live="polite" mb="sm">
            {t('app.accounts.count', { count: Math.max(account.accounts_count, items.length) })}
          </Text>
          <ul className={classes['list']}>
            {items.map((child) => (
              <AccountRow key={child.id} child={child} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
