import type { FeedDetails } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';

type Reason = NonNullable<FeedDetails['health_check_reason']>;

/** The host is null if its server is not accessible to the reader. */
export function useProblemText(): (reason: Reason, host: string | null) => string {
  const { t } = useI18n();
  return (reason, host) => t(`mail.reason.${reason}`, { host: host ?? t('mail.feedServer') });
}
