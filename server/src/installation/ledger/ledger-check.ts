import { crossAccountStatement, statement, type Statement } from '../../database/statement.js';

/** When the ledger is checked, by the clock of what it belongs to. */
export interface LedgerTime {
  readonly now: Date;
  /** Jobs that run every hour elsewhere run once a day there. */
  readonly isSandbox: boolean;
}

/** An invariant across tables; `finds` selects the violations. */
export interface LedgerCheck {
  readonly name: string;
  readonly violationsQuery: Statement<{ what: string }>;
  /** Of the statement. Absent: it has none. */
  readonly values?: (time: LedgerTime) => readonly Date[];
}

export const ledgerCheck = (name: string, sql: string, values?: LedgerCheck['values']): LedgerCheck =>
  checkOf(name, crossAccountStatement('the ledger is checked as a whole', sql), values);

/** The same for tables that belong to no account. */
export const sharedLedgerCheck = (name: string, sql: string, values?: LedgerCheck['values']): LedgerCheck =>
  checkOf(name, statement(sql), values);

const checkOf = (
  name: string,
  finds: LedgerCheck['violationsQuery'],
  values: LedgerCheck['values'],
): LedgerCheck => ({
  name,
  violationsQuery: finds,
  ...(values && { values }),
});
