import type { Outcome, Route } from '../../features/webhooks/send-attempt.js';
import type { Budget, Share } from './budget.js';

export interface DelivererOptions {
  readonly budget: Budget;
  readonly route: Route;
  /** The tree that attempts count for. */
  readonly shareOf: (rootId: string) => Share;
  /** Given up: nothing is sent any more, and what is under way does not count. */
  readonly lost: AbortSignal;
  readonly onAttempt: (outcome: Outcome) => void;
  /** There is something to store. */
  readonly onResult: () => void;
}
