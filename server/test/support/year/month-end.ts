import { isoMonth } from '../../../src/platform/time/months.js';
import type { Observer } from '../faults/observer.js';
import { bill, settle } from './books.js';
import type { Customer } from './customers.js';
import type { Deployment } from './deployment.js';

export interface MonthEnd {
  readonly pages: number;
  readonly invoices: number;
  /** In the currency, as the command prints it. */
  readonly invoiced: string;
  readonly seconds: number;
  readonly problems: readonly string[];
}

/** Closes and bills a month as an operator does, while the worker may do the same, and compares both with the books. */
export async function endMonth(
  site: Deployment,
  observer: Observer,
  customers: readonly Customer[],
  month: Date,
): Promise<MonthEnd> {
  const name = isoMonth(month);
  const begun = performance.now();
  await site.run('month', 'close', name);
  await site.run('month', 'bill', name);
  const seconds = (performance.now() - begun) / 1_000;
  const problems: string[] = [];
  const settled = await byAccount(
    observer,
    `select account_id, pages::float8 as amount, 1 as lines from settlements
     where month = $1 and settled_at is not null`,
    name,
  );
  const billed = await byAccount(
    observer,
    `select account_id, (total_exact * 1000000)::float8 as amount, lines::int from invoices where month = $1`,
    name,
  );
  let pages = 0;
  for (const { id, book } of customers) {
    const expected = settle(book);
    pages += expected;
    const found = settled.get(id)?.amount ?? 0;
    if (found !== expected) problems.push(`${name}: ${id} was settled for ${found} pages, not ${expected}`);
    const owed = bill(book);
    const invoice = billed.get(id) ?? { amount: 0, lines: 0 };
    if (invoice.amount !== owed.amount || invoice.lines !== owed.lines)
      problems.push(`${name}: ${id} was billed ${JSON.stringify(invoice)}, not ${JSON.stringify(owed)}`);
  }
  const [total] = await observer.query<{ invoices: number; total: string }>(
    `select count(*)::int as invoices, sum(total_exact)::text as total from invoices
     where month = $1 and account_id = any($2::uuid[])`,
    [`${name}-01`, customers.map(({ id }) => id)],
  );
  return { pages, seconds, problems, invoices: total?.invoices ?? 0, invoiced: total?.total ?? '0' };
}

async function byAccount(
  observer: Observer,
  text: string,
  month: string,
): Promise<ReadonlyMap<string, { amount: number; lines: number }>> {
  const rows = await observer.query<{ account_id: string; amount: number; lines: number }>(text, [
    `${month}-01`,
  ]);
  return new Map(rows.map(({ account_id, amount, lines }) => [account_id, { amount, lines }]));
}
