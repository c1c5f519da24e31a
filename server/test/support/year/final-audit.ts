import { forEachConcurrent } from '../../../src/features/feeds/collecting/for-each-concurrent.js';
import { findAuditMismatches } from '../chaos/check-resources.js';
import { expectEveryCertificate, untilLogIsComplete } from '../complete-log.js';
import { depositedPages, offsetPages, sum } from './books.js';
import { concurrency, pathOf, type Customer } from './customers.js';
import type { Year } from './year.js';

export interface FinalAudit {
  readonly deposits: number;
  readonly offsets: number;
  readonly logEntries: number;
  readonly problems: readonly string[];
}

/** Compares everything that clients know with the API, and the ledger and the log with themselves and with each other. */
export async function auditYear(year: Year): Promise<FinalAudit> {
  const problems: string[] = [];
  const counts = { deposits: 0, offsets: 0 };
  await forEachConcurrent(concurrency, year.customers, async (customer) => {
    const found = await auditCustomer(year, customer);
    problems.push(...found.problems);
    counts.deposits += found.deposits;
    counts.offsets += found.offsets;
  });
  const log = await auditLog(year);
  const own = year.customers.map(({ id }) => id);
  problems.push(...log.problems, ...(await findAuditMismatches(year.observer, own)).map(({ what }) => what));
  const doctor = await year.site.try('doctor', '--ledger');
  if (doctor.code !== 0 || doctor.stdout.includes('FAIL')) problems.push(doctor.stdout + doctor.stderr);
  return { ...counts, logEntries: log.entries, problems };
}

async function auditCustomer(
  { traffic }: Year,
  customer: Customer,
): Promise<{ deposits: number; offsets: number; problems: string[] }> {
  const { book, channel, id } = customer;
  const list = (path: string) => traffic.list(channel.key, pathOf(customer, path));
  const [deposits, offsets, carbon, invoices] = [
    await list('/deposits'),
    await list('/biomass/offsets'),
    await list('/carbon/offsets'),
    await list('/invoices'),
  ];
  const account = await traffic.read(channel.key, pathOf(customer, '/account'));
  const pagesOf = (all: readonly { pages: number }[]): number => sum(all.map(({ pages }) => pages));
  const idsOf = (all: readonly { id: string }[]): Set<string> => new Set(all.map((one) => one.id));
  const depositIds = idsOf(deposits);
  const offsetIds = idsOf(offsets);
  const found = {
    depositedPages: pagesOf(deposits),
    offsetPages: pagesOf(offsets),
    pagesOfAccount: account.ltd_pages as number,
    carbon: sum(carbon.map(({ mtco2e }) => Math.round(mtco2e * 1e6))),
    invoices: invoices.length,
    invoiced: sum(invoices.map(({ total_exact: total }) => Math.round(Number(total) * 1e6))),
    missing: [
      ...[...book.deposits.keys()].filter((one) => !depositIds.has(one)),
      ...[...book.offsets.keys()].filter((one) => !offsetIds.has(one)),
    ],
    undeleted: book.deletedDeposits.filter((one) => depositIds.has(one)),
  };
  const expected: typeof found = {
    depositedPages: depositedPages(book),
    offsetPages: offsetPages(book),
    pagesOfAccount: offsetPages(book),
    carbon: sum([...book.carbon.values()]),
    invoices: book.invoices,
    invoiced: book.billed,
    missing: [],
    undeleted: [],
  };
  const problems = (Object.keys(expected) as (keyof typeof expected)[]).flatMap((name) =>
    JSON.stringify(found[name]) === JSON.stringify(expected[name])
      ? []
      : [`${id}: ${name} is ${JSON.stringify(found[name])}, not ${JSON.stringify(expected[name])}`],
  );
  return { deposits: deposits.length, offsets: offsets.length, problems };
}

/** Every certificate is in the log once, and every withdrawal; nothing that the log has signed in the year is contradicted. */
async function auditLog(year: Year): Promise<{ entries: number; problems: string[] }> {
  const { observer, log, customers } = year;
  await untilLogIsComplete(observer);
  await log.look();
  const { entries, contradicted } = await log.audit();
  const problems = contradicted.map((one) => `the log contradicts ${JSON.stringify(one)}`);
  const { issued, withdrawn } = await expectEveryCertificate(observer, entries);
  for (const { book } of customers) {
    for (const { certificate } of book.offsets.values())
      if (!issued.has(certificate) || withdrawn.has(certificate))
        problems.push(`the log has no valid certificate ${certificate}`);
    for (const certificate of book.withdrawn)
      if (!withdrawn.has(certificate)) problems.push(`the log has no withdrawal of ${certificate}`);
  }
  return { entries: entries.length, problems };
}
