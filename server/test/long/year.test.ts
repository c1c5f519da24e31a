import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { canShiftClocks } from '../support/compile-shifted-clock.mjs';
import { Random } from '../support/faults/random.js';
import { canRunPatroni } from '../support/patroni/cluster.js';
import { incidentsOf } from '../support/year/calendar.js';
import { auditYear } from '../support/year/final-audit.js';
import { reportOf } from '../support/year/report.js';
import { createNextProgram, presentProgram, type NextProgram } from '../support/year/upgrades.js';
import { Year } from '../support/year/year.js';

/** `npm run check:long` has 1,000 and 12. */
const customers = Number(process.env['REGROVE_YEAR_ACCOUNTS'] ?? 100);
const months = Number(process.env['REGROVE_YEAR_MONTHS'] ?? 2);
const hangMs = 3 * 3_600_000;
/** Shown only if the size was set on purpose. */
const show = (text: string): void => {
  if (process.env['REGROVE_YEAR_ACCOUNTS'] !== undefined) process.stderr.write(`${text}\n`);
};

describe.skipIf(!canRunPatroni || !canShiftClocks())('A year in production', () => {
  const random = new Random();
  let next: NextProgram;
  let year: Year;
  beforeAll(async () => {
    next = await createNextProgram();
    const present = await presentProgram();
    const incidents = incidentsOf(months, { first: present, present, next: next.program });
    year = await Year.create({ customers, months, program: present, incidents, onProgress: show }, random);
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
      show(JSON.stringify(audit));
      show(JSON.stringify(year.reports.map(({ sizes }) => sizes)));
      expect([
        ...year.problems,
        ...year.traffic.problems,
        ...year.site.unexpectedExits,
        ...audit.problems,
      ]).toEqual([]);
      expect(year.log.count).toBeGreaterThan(months);
    },
    hangMs,
  );
});
