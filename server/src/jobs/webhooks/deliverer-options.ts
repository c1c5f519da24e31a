import type { Outcome, AttemptConnection } from '../../features/webhooks/send-attempt.js';
import type { Budget, BudgetKey } from './budget.js';

export interface DelivererOptions {
  readonly budget: Budget;
  readonly transport: AttemptConnection;
  /** The tree that attempts count for. */
  readonly budgetKeyOf: (rootId: string) => BudgetKey;
  /** Given up: nothing is sent any more, and what is under way does not count. */
  readonly lost: AbortSignal;
  readonly onAttempt: (outcome: Outcome) => void;
  /** There is something to store. */
  readonly onResult: () => void;
}
