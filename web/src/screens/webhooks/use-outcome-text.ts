import type { WebhookTest } from '@regrove/sdk';
import { useI18n } from '../../i18n/use-i18n.js';

type Outcome = Pick<WebhookTest, 'status_code' | 'duration_ms' | 'error'>;

/** What came back: `HTTP 500 · Answered with an error · 12 ms`. */
export function useOutcomeText(): (outcome: Outcome) => string {
  const { t, number } = useI18n();
  return ({ status_code: status, duration_ms: duration, error }) =>
    [
      ...(status === null ? [] : [`HTTP ${status}`]),
      ...(error === null ? [] : [t(`app.webhooks.error.${error}`)]),
      `${number(duration)} ms`,
    ].join(' · ');
}
