import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { CollectedFeed, FeedDetails } from '../../api/wire.js';
import { useFeedChange } from './use-feed-change.js';

function useNow<Output>(feed: FeedDetails, what: 'check' | 'collect') {
  const { account } = useScope();
  return useFeedChange<undefined, Output>(() =>
    appRequest<Output>('POST', accountEndpoint(account, `feeds/${feed.id}/${what}`), { body: {} }),
  );
}

export const useCheck = (feed: FeedDetails) => useNow<FeedDetails>(feed, 'check');

export const useCollect = (feed: FeedDetails) => useNow<CollectedFeed>(feed, 'collect');
