import type { Entry } from '@regrove/verify';
import type { Transaction } from './database.js';

/** What the log tells of. The rows of its table say themselves whether they are in the log. */
export interface LogSource {
  /**
   * Up to `limit` entries about rows that are not in the log. The first of these rows gets the index `first`, the others those
   * that follow.
   */
  readonly take: (db: Transaction, first: number, limit: number) => Promise<readonly Entry[]>;
}
