import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

/** Invariants of the tree of accounts. */
export const accountChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'counted accounts are counted once, for their parent',
    `select 'children of ' || account_id as what from (
       select account_id, children from account_children
       union all
       select parent_id, -1 from accounts where counted
     ) entries group by account_id having sum(children) <> 0`,
  ),
];
