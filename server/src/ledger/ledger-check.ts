import type { Statement } from '../platform/db/statement.js';

/** Something that must hold between the tables. */
export interface LedgerCheck {
  readonly name: string;
  /** The rows that break it, each in words. */
  readonly finds: Statement<{ what: string }>;
}
