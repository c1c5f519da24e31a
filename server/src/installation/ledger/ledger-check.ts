import { acrossAccounts, statement, type Statement } from '../../database/statement.js';

/** An invariant across tables; `finds` selects the violations. */
export interface LedgerCheck {
  readonly name: string;
  readonly finds: Statement<{ what: string }>;
}

export const ledgerCheck = (name: string, sql: string): LedgerCheck => ({
  name,
  finds: acrossAccounts('the ledger is checked as a whole', sql),
});

/** The same for tables that no account owns. */
export const sharedCheck = (name: string, sql: string): LedgerCheck => ({ name, finds: statement(sql) });
