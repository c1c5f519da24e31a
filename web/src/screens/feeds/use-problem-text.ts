import { troubleReasons } from '../../../../printers/src/trouble-reasons.js';
import type { FeedDetails, FeedDevice } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';

type Reason = NonNullable<FeedDetails['health_check_reason']>;

/** The host is null if its server is not accessible to the reader. */
export function useProblemText(): (reason: Reason, host: string | null) => string {
  const { t } = useI18n();
  return (reason, host) => t(`mail.reason.${reason}`, { host: host ?? t('mail.feedServer') });
}

/** What an agent says: in the reader's language if it is a known reason, otherwise in its own words. */
export function useAgentTroubleText(): (words: string, host: string) => string {
  const problemText = useProblemText();
  return (words, host) => {
    const reason = troubleReasons.find((known) => known === words);
    return reason ? problemText(reason, host) : words;
  };
}

/** Why a device is not read, in the reader's language if the reason is a known one, otherwise in an agent's words. */
export function useTroubleText(): (device: FeedDevice) => string | null {
  const { t } = useI18n();
  const problemText = useProblemText();
  return ({ device, name, trouble, trouble_text: said }) => {
    if (trouble === null) return said;
    return trouble === 'silence' ? t('app.feeds.deviceSilent') : problemText(trouble, name ?? device);
  };
}
