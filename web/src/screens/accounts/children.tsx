import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { useWords } from '../../words/words.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';

const atOnce = 100;

/** The accounts directly below. */
export function Children({ add }: { readonly add: ReactNode }) {
  const { say } = useWords();
  const { account, client } = useScope();
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'accounts'),
    (page) => client.accounts.list(page),
    atOnce,
  );
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (!items) return <Skeleton height="20rem" />;
  if (items.length === 0)
    return <Empty title={say('app.accounts.emptyTitle')} text={say('app.accounts.emptyText')} action={add} />;
  return (
    <>
      <Text size="sm" c="dimmed" aria-live="polite" mb="sm">
        {say('app.accounts.count', { count: Math.max(account.accounts_count, items.length) })}
      </Text>
      <ul className={classes['list']}>
        {items.map((child) => (
          <AccountRow key={child.id} child={child} />
        ))}
      </ul>
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
    </>
  );
}
