import { Button, Skeleton } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { WatchedFeed } from '../../api/wire.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { useWords } from '../../words/words.js';
import { AreaHead } from './area-head.js';
import { FeedRow } from './feed-row.js';
import classes from './feeds.module.css';

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'feeds'),
    appList<WatchedFeed>(ofAccount(account, 'feeds')),
  );
  const add = (
    <Button
      component={Link}
      to={pathTo(account.id, 'feeds/new')}
      leftSection={<IconPlugConnected size={18} aria-hidden="true" />}
    >
      {say('app.feeds.create')}
    </Button>
  );
  return (
    <>
      <AreaHead title={say('app.feeds.title')} intro={say('app.feeds.intro')} actions={add} />
      {error && !items ? (
        <Failure error={error} retry={refetch} />
      ) : !items ? (
        <Skeleton height="14rem" radius="lg" />
      ) : items.length === 0 ? (
        <Empty title={say('app.feeds.emptyTitle')} text={say('app.feeds.emptyText')} action={add} />
      ) : (
        <ul className={classes['list']}>
          {items.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
    </>
  );
}
