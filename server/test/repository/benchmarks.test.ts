import { expect, it } from 'vitest';
import { watch } from '../support/regrove-process.js';
import { peer } from '../support/system-peers.js';

const missing = ['wrk', 'pgbench', 'chromium-headless-shell'].filter((name) => peer(name).missing);

// All but `mock`, which fetches a program that is not among our packages.
const names = [
  ...['start', 'account-counters', 'list-pages', 'query-plans', 'revisions', 'whole-list', 'month-close'],
  ...['certificate-page', 'certificates', 'dashboard', 'feeds', 'parsers'],
  ...['reads', 'writes', 'processes', 'reads-while-closing'],
];

it.skipIf(missing.length > 0)(
  'Every benchmark runs, with few rows',
  async () => {
    const { code, stdout, stderr } = await watch(process.execPath, ['bench/run.mjs', '--quick', ...names])
      .ending;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of names) expect(stdout).toContain(`${name} ...`);
    expect(stdout).toContain('this only shows that it runs');
  },
  600_000,
);
