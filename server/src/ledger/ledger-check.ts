import type { Statement } from '../platform/db/statement.js';

/** Something that must hold between the tables, as a statement that finds where it does not. */
export interface LedgerCheck {
  readonly name: string;
  readonly finds: Statement<{ what: string }>;
}
