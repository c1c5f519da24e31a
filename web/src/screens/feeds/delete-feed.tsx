import { useNavigate } from '@tanstack/react-router';
import { pathTo, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { useWords } from '../../words/words.js';
import { useFeedChange } from './use-feed-change.js';

interface DeleteFeedProps {
  readonly feed: FeedDetails;
  readonly onClose: () => void;
}

export function DeleteFeed({ feed, onClose }: DeleteFeedProps) {
  const { say } = useWords();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useFeedChange(() => client.feeds.delete(feed.id), {
    said: say('app.feeds.deleted'),
    onDone: () => navigate({ to: pathTo(account.id, 'feeds') }),
  });
  return (
    <ConfirmChange
      title={say('app.feeds.deleteTitle')}
      text={say('app.feeds.deleteText')}
      action={say('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
