import { useNavigate } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useFeedMutation } from './use-feed-mutation.js';

interface DeleteFeedProps {
  readonly feed: FeedDetails;
  readonly onClose: () => void;
}

export function DeleteFeed({ feed, onClose }: DeleteFeedProps) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const removal = useFeedMutation(() => client.feeds.delete(feed.id), {
    successMessage: t('app.feeds.deleted'),
    onSuccess: () => navigate({ to: screenPath(account.id, 'feeds') }),
  });
  return (
    <ConfirmMutation
      title={t('app.feeds.deleteTitle')}
      text={t('app.feeds.deleteText')}
      action={t('app.delete')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
