import { billMonth, type MonthBill } from '../../src/features/billing/bill-month.js';
import { readMonth } from '../../src/platform/time/months.js';
import { recalculateCounters } from './ledger.js';
import type { TestServer } from './test-server.js';
import type { TestAccount } from './world.js';

export const bill = (server: TestServer, month: string): Promise<MonthBill> =>
  billMonth(server.running.instance.context, readMonth(month));

/** Inserts offsets of May 2020 directly: the first has one page, the second two, and so on. */
export async function insertOffsets(
  server: TestServer,
  member: TestAccount,
  projectId: string,
  count: number,
): Promise<void> {
  await server.sql(
    `with certificates as (
       insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
       select $1, gen_random_uuid(), $2, timestamptz '2020-05-01Z' + place * interval '1 second', place, 1
       from generate_series(1, $3) place returning *
     )
     insert into biomass_offsets (account_id, id, project_id, certificate_id, methodology_id, date, pages, trees, price,
       created_at)
     select account_id, gen_random_uuid(), project_id, id, gen_random_uuid(), date, pages, trees, 0.003, now()
     from certificates`,
    [member.id, projectId, count],
  );
  await recalculateCounters(server);
}

export interface Line {
  readonly kind: string;
  readonly offset_id: string;
  readonly pages: string | null;
  readonly price: string;
  readonly amount: string;
}

export interface Invoice {
  readonly number: string;
  readonly month: string;
  readonly currency: string;
  readonly total_exact: string;
  readonly total: string;
  readonly lines: Line[];
}

/** The stored invoices of the member, oldest first; decimals have no trailing zeros. */
export const invoicesOf = (server: TestServer, member: TestAccount): Promise<Invoice[]> =>
  server.sql<Invoice & Record<string, unknown>>(
    `select number, to_char(month, 'YYYY-MM') as month, currency, trim_scale(total_exact)::text as total_exact, total,
       (select json_agg(json_build_object('kind', kind, 'offset_id', offset_id, 'pages', pages,
          'price', trim_scale(price)::text, 'amount', amount::text) order by position)
        from invoice_lines l where l.account_id = i.account_id and invoice_id = i.id) as lines
     from invoices i where account_id = $1 order by number`,
    [member.id],
  );
