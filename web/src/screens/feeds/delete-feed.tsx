import { useNavigate } from '@tanstack/react-router';
import { pathTo, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useFeedChange } from './use-feed-change.js';

interface DeleteFeedProps {
  readonly feed: FeedDetails;
  readonly onClose: () => void;
}

export function DeleteFeed({ feed, onClose }: DeleteFeedProps) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useFeedChange(() => client.feeds.delete(feed.id), {
    said: t('app.feeds.deleted'),
    onDone: () => navigate({ to: pathTo(account.id, 'feeds') }),
  });
  return (
    <ConfirmChange
      title={t('app.feeds.deleteTitle')}
      text={t('app.feeds.deleteText')}
      action={t('app.delete')}
      change={removal}
      onClose={onClose}
    />
  );
}
