import { parseArgs } from 'node:util';
import { measureAccountCounters } from './account-counters.mjs';
import { measureOtherVersion } from './other-version.mjs';
import { measureAgent } from './agent.mjs';
import { measureLiveWithSandboxes } from './live-with-sandboxes.mjs';
import { measureBatching } from './batching.mjs';
import { measureCertificatePage } from './certificate-page.mjs';
import { measureCertificates } from './certificates.mjs';
import { measureCitus } from './citus.mjs';
import { measureDashboard } from './dashboard.mjs';
import { measureDemo } from './demo.mjs';
import { measureExports } from './exports.mjs';
import { measureFeeds } from './feeds.mjs';
import { measureJobImport } from './job-import.mjs';
import { measureListPages } from './list-pages.mjs';
import { measureLog } from './log.mjs';
import { measureMock } from './mock.mjs';
import { measureMonthClose } from './month-close.mjs';
import { measureParsers } from './parsers.mjs';
import { measureProcesses } from './processes.mjs';
import { measureQueryPlans } from './query-plans.mjs';
import { measureReadsWhileClosing } from './reads-while-closing.mjs';
import { measureReads } from './reads.mjs';
import { measureSandbox } from './sandbox.mjs';
import { measureScale } from './scale.mjs';
import { measureStart } from './start.mjs';
import { measureReport } from './report.mjs';
import { measureRevisions } from './revisions.mjs';
import { bigLists } from './support/big-lists.mjs';
import { cleanUp, wasInterrupted } from './support/cleanup.mjs';
import { createFilledInstallation, fullSizes, quickSizes } from './support/filled-installation.mjs';
import { printTable } from './support/table.mjs';
import { measureWebhooks } from './webhooks.mjs';
import { measureWholeList } from './whole-list.mjs';
import { measureWrites } from './writes.mjs';

// Counters are computed from the offsets, so the offsets come first.
const counted = ['biomass_certificates', 'biomass_offsets', 'account_volume'];
/** Tables whose rows are looked up by id. */
const lookedUp = [...counted, 'deposits', 'quotes', 'orders', 'carbon_offsets'];
const listed = [...counted, ...bigLists.map(({ table }) => table)];

/**
 * The tables that each benchmark needs; without tables, it needs no database. The quick form leaves out what would take long even
 * with few rows.
 */
const benchmarks = {
  start: { measure: measureStart, tables: [] },
  'account-counters': { measure: measureAccountCounters, tables: [...counted, 'accounts', 'users'] },
  'other-version': { measure: measureOtherVersion },
  agent: { measure: measureAgent },
  batching: { measure: measureBatching, tables: lookedUp },
  'certificate-page': { measure: measureCertificatePage, tables: [] },
  certificates: { measure: measureCertificates },
  citus: { measure: measureCitus, tables: [], isLong: true },
  dashboard: { measure: measureDashboard, tables: [...counted, 'deposits', 'accounts', 'users'] },
  demo: { measure: measureDemo },
  exports: { measure: measureExports, tables: [] },
  feeds: { measure: measureFeeds, tables: [] },
  'job-import': { measure: measureJobImport, tables: [] },
  'list-pages': { measure: measureListPages, tables: listed },
  log: { measure: measureLog, tables: ['accounts'] },
  'query-plans': { measure: measureQueryPlans, tables: listed },
  mock: { measure: measureMock, tables: [], isLong: true },
  parsers: { measure: measureParsers },
  processes: { measure: measureProcesses, tables: [] },
  reads: { measure: measureReads, tables: [...counted, 'deposits'] },
  revisions: { measure: measureRevisions, tables: [...counted, 'deposits', 'quotes'] },
  report: { measure: measureReport, tables: [] },
  'reads-while-closing': { measure: measureReadsWhileClosing, tables: [] },
  'month-close': { measure: measureMonthClose, tables: [] },
  sandbox: { measure: measureSandbox, tables: [] },
  'live-with-sandboxes': { measure: measureLiveWithSandboxes, tables: [] },
  scale: { measure: measureScale, tables: [] },
  webhooks: { measure: measureWebhooks, tables: [] },
  writes: { measure: measureWrites, tables: [] },
  'whole-list': { measure: measureWholeList, tables: ['deposits'] },
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}

try {
  const usual = Object.keys(benchmarks).filter((name) => !values.quick || !benchmarks[name].isLong);
  const names = positionals.length > 0 ? positionals : usual;
  const sizes = values.quick ? quickSizes : fullSizes;
  const needed = names.flatMap((name) => benchmarks[name].tables ?? []);
  const needsInstallation = names.some((name) => benchmarks[name].tables !== undefined);
  const installation = needsInstallation ? await createFilledInstallation(sizes, new Set(needed)) : { sizes };
  const results = [];
  for (const name of names) {
    console.log(`${name} ...`);
    results.push(...(await benchmarks[name].measure(installation)));
  }
  console.log();
  printTable(results, { isJudged: !values.quick });
  if (values.quick) console.log('\nToo few rows to say anything: this only shows that it runs.');
  else if (results.some(({ holds }) => !holds)) process.exitCode = 1;
} catch (error) {
  if (!wasInterrupted()) throw error;
} finally {
  await cleanUp();
}
