import { askApp, ofAccount } from '../../api/ask-app.js';
import { useScope } from '../../api/scope.js';
import type { CollectedFeed, WatchedFeed } from '../../api/wire.js';
import { useFeedChange } from './use-feed-change.js';

function useNow<Output>(feed: WatchedFeed, what: 'check' | 'collect') {
  const { account } = useScope();
  return useFeedChange<undefined, Output>(() =>
    askApp<Output>('POST', ofAccount(account, `feeds/${feed.id}/${what}`), { body: {} }),
  );
}

export const useCheck = (feed: WatchedFeed) => useNow<WatchedFeed>(feed, 'check');

export const useCollect = (feed: WatchedFeed) => useNow<CollectedFeed>(feed, 'collect');
