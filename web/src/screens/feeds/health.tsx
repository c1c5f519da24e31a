import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPlayerPause } from '../../icons/icons.js';
import type { FeedDetails } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './health.module.css';
import { useProblemText } from './use-problem-text.js';

const states = {
  healthy: { icon: IconCircleCheck, label: 'app.feeds.healthy' },
  unhealthy: { icon: IconAlertTriangle, label: 'app.feeds.unhealthy' },
  waiting: { icon: IconHourglass, label: 'app.feeds.awaiting' },
  off: { icon: IconPlayerPause, label: 'app.feeds.off' },
} as const;

const stateOf = ({ status, health }: FeedDetails): keyof typeof states =>
  status === 'inactive' ? 'off' : health;

export function HealthBadge({ feed }: { readonly feed: FeedDetails }) {
  const { t } = useI18n();
  const state = stateOf(feed);
  const { icon: Icon, label } = states[state];
  return (
    <span className={classes['mark']} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      {t(label)}
    </span>
  );
}

export function HealthText({ feed }: { readonly feed: FeedDetails }) {
  const { t, day } = useI18n();
  const problemText = useProblemText();
  const state = stateOf(feed);
  const since = state === 'off' ? feed.deactivated_at : feed.health_check_changed_at;
  return (
    <span className={classes['text']}>
      {since && t('app.feeds.since', { date: day(since) })}
      {state === 'unhealthy' && feed.health_check_reason && (
        <strong>{problemText(feed.health_check_reason, feed.health_check_host)}</strong>
      )}
    </span>
  );
}
