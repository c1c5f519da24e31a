import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { canShiftClocks } from '../support/compile-shifted-clock.mjs';
import { Random } from '../support/faults/random.js';
import { canRunPatroni } from '../support/patroni/cluster.js';
import { findRelease } from '../support/releases/find-release.js';
import { installRelease } from '../support/releases/install-release.js';
import { incidentsOf } from '../support/year/calendar.js';
import { auditYear } from '../support/year/final-audit.js';
import { findOutlived, findUnpredicted } from '../support/year/growth.js';
import { reportOf } from '../support/year/report.js';
import type { Program } from '../support/year/deployment.js';
import { createNextProgram, presentProgram, type NextProgram } from '../support/year/upgrades.js';
import { Year } from '../support/year/year.js';

/** `npm run check:long` has 1,000 and 12. */
const customers = Number(process.env['REGROVE_YEAR_ACCOUNTS'] ?? 50);
const months = Number(process.env['REGROVE_YEAR_MONTHS'] ?? 2);
/** With all incidents, and from the previous version on. */
const isWhole = months >= 12;
const hangMs = 3 * 3_600_000;
/** Shown only if the size was set on purpose. */
const show = (text: string): void => {
  if (process.env['REGROVE_YEAR_ACCOUNTS'] !== undefined) process.stderr.write(`${text}\n`);
};

const release = findRelease('0.9.0');
const firstProgram = async (): Promise<Program> => {
  if (release.commit !== undefined)
    return { version: '0.9.0', path: await installRelease(release.version), runsMissedMinutes: true };
  show(`The year begins with this version${release.note}`);
  return presentProgram;
};

describe.skipIf(!canRunPatroni || !canShiftClocks())('A year in production', () => {
  const random = new Random();
  let next: NextProgram;
  let year: Year;
  beforeAll(async () => {
    next = await createNextProgram();
    const program = isWhole ? await firstProgram() : presentProgram;
    const incidents = incidentsOf(isWhole, { first: program, present: presentProgram, next: next.program });
    year = await Year.create({ customers, months, program, incidents, onProgress: show }, random);
  });
  afterAll(async () => {
    await year.close();
    await next.remove();
  });

  it(
    `${months} months of ${customers} customers, whatever happens, end with exact books and the expected size`,
    async () => {
      onTestFailed(async () => {
        const logs = await year.cluster.keepLogs();
        process.stderr.write(
          `To repeat: REGROVE_TEST_SEED=${random.seed}. The logs of the databases are in ${logs}\n${year.site.logs}\n`,
        );
      });
      await year.open();
      await year.run();
      const audit = await auditYear(year);
      show(reportOf(year.reports));
      const { deposits, offsets, logEntries } = audit;
      show(`${deposits} deposits, ${offsets} offsets, ${logEntries} entries of the log`);
      expect([
        ...year.problems,
        ...year.traffic.problems,
        ...year.site.unexpectedExits,
        ...audit.problems,
        ...findUnpredicted(year.reports),
        ...(await findOutlived(year.observer, year.clock.now())),
      ]).toEqual([]);
      expect(year.log.count).toBeGreaterThan(months);
    },
    hangMs,
  );
});
