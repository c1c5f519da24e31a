import type { DeliveryResult } from '../../features/webhooks/pending-delivery-store.js';
import { delayAfter, longestFailureMs, pauseAfter } from '../../features/webhooks/retry-schedule.js';
import { isGone, type Outcome } from '../../features/webhooks/send-attempt.js';

interface Judged {
  /** Before this attempt. */
  readonly attemptCount: number;
  /** Of the endpoint. */
  readonly failingSince: Date | null;
}

interface Judgement {
  readonly result: Omit<DeliveryResult, 'delivery'>;
  readonly failingSince: Date | null;
  /** Nothing is sent to the endpoint before. */
  readonly pausedUntil: number;
  readonly disable: 'gone' | 'failing' | undefined;
}

/** What follows from an attempt. `failures` is how many in a row there were before. */
export function evaluateAttempt(outcome: Outcome, judged: Judged, failures: number, now: number): Judgement {
  const { retryAfterMs, ...attempt } = outcome;
  if (outcome.error === null)
    return {
      result: { attempt, status: 'succeeded', nextAttemptAt: null },
      failingSince: null,
      pausedUntil: 0,
      disable: undefined,
    };
  const hasGone = isGone(outcome);
  const delay = hasGone ? undefined : delayAfter(judged.attemptCount + 1, retryAfterMs);
  const failingSince = judged.failingSince ?? new Date(now);
  const hasFailedLong = now - failingSince.getTime() >= longestFailureMs;
  return {
    result:
      delay === undefined
        ? { attempt, status: 'failed', nextAttemptAt: null }
        : { attempt, status: 'pending', nextAttemptAt: new Date(now + delay) },
    failingSince,
    pausedUntil: now + Math.max(pauseAfter(failures + 1), retryAfterMs ?? 0),
    disable: hasGone ? 'gone' : hasFailedLong ? 'failing' : undefined,
  };
}
