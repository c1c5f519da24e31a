import { useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useFeedMutation } from './use-feed-mutation.js';

interface ToggleFeedProps {
  readonly feed: FeedDetails;
  readonly onClose: () => void;
}

export function ToggleFeed({ feed, onClose }: ToggleFeedProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const isActive = feed.status === 'active';
  const change = useFeedMutation(
    () => (isActive ? client.feeds.deactivate(feed.id) : client.feeds.activate(feed.id)),
    { successMessage: t(isActive ? 'app.feeds.deactivated' : 'app.feeds.activated'), onSuccess: onClose },
  );
  return (
    <ConfirmMutation
      title={t(isActive ? 'app.feeds.deactivateTitle' : 'app.feeds.activateTitle')}
      text={t(isActive ? 'app.feeds.deactivateText' : 'app.feeds.activateText')}
      action={t(isActive ? 'app.accounts.deactivate' : 'app.accounts.activate')}
      mutation={change}
      onClose={onClose}
    />
  );
}
