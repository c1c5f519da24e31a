import type { Entry } from '@regrove/verify';
import type { Database, Transaction } from './database.js';

/** What is entered in the log. The rows of its table say themselves whether they are in the log. */
export interface LogSource {
  /** What a row is called in messages for the operator. */
  readonly name: string;
  /**
   * Up to `limit` entries about rows that are not in the log. The first of these rows gets the index `first`, the others those
   * that follow.
   */
  readonly take: (db: Transaction, first: number, limit: number) => Promise<readonly Entry[]>;
  /** The rows that say they are in the log from index `first` up to, but not including, `end`; at most `limit`. */
  readonly logged: (db: Database, first: number, end: number, limit: number) => Promise<readonly LoggedRow[]>;
  /** The ids of rows from before that time that are not in the log; at most `limit`. */
  readonly missing: (db: Database, before: Date, limit: number) => Promise<readonly string[]>;
}

/** A row, and what the log should have at its index. */
export interface LoggedRow {
  readonly index: number;
  readonly id: string;
  readonly entry: Entry;
  /** A field of the entry that cannot be recalculated any more. */
  readonly unknown?: string | undefined;
}
