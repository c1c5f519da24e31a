import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { CollectedFeed, FeedDetails } from '../../api/wire.js';
import { useFeedMutation } from './use-feed-mutation.js';

function useFeedAction<Output>(feed: FeedDetails, what: 'check' | 'collect') {
  const { account } = useScope();
  return useFeedMutation<undefined, Output>(() =>
    appRequest<Output>('POST', accountEndpoint(account, `feeds/${feed.id}/${what}`), { body: {} }),
  );
}

export const useCheckFeed = (feed: FeedDetails) => useFeedAction<FeedDetails>(feed, 'check');

export const useCollectFeed = (feed: FeedDetails) => useFeedAction<CollectedFeed>(feed, 'collect');
