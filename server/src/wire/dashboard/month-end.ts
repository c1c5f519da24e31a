import { Type } from '@sinclair/typebox';
import { Body, Count, Decimal, Id, Nullable, OneOf, PageCount, Timestamp } from '../fields.js';
import { SalesSum } from './sale.js';

/** The progress of a month-end close. */
export const MonthEnd = Type.Object(
  {
    /** YYYY-MM */
    month: Type.String(),
    state: OneOf(['open', 'closing', 'stopped', 'closed']),
    accounts: Count,
    accounts_done: Count,
    /** Could not be settled: the month was closed without them. */
    accounts_set_aside: Count,
    deposits: Count,
    pages: PageCount,
    trees: Decimal,
    failures: Type.Array(
      Type.Object({ account_id: Id, account_name: Type.String(), failure: Type.String() }),
    ),
    began_at: Nullable(Timestamp),
    closed_at: Nullable(Timestamp),
    is_billing: Type.Boolean(),
    billed_at: Nullable(Timestamp),
    /** Its invoices: one entry per currency. */
    bills: Type.Array(SalesSum),
  },
  { title: 'MonthEnd' },
);

export const NamedMonth = Body('NamedMonth', { month: Type.String({ minLength: 7, maxLength: 7 }) });
