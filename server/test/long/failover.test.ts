import { faults, type FaultName } from '../support/faults/failover-run.js';
import { failoverTest } from '../support/faults/failover-test.js';

// Each kind once. For a longer run: REGROVE_TEST_KILLS=100, and REGROVE_TEST_FAULT=paused for those with this word only.
const wanted = process.env['REGROVE_TEST_FAULT'] ?? '';
const kinds = (Object.keys(faults) as FaultName[]).filter((name) => name.includes(wanted));
const count = Number(process.env['REGROVE_TEST_KILLS'] ?? kinds.length);
const msPerFault = 300_000;

failoverTest(
  'No acknowledged write is lost or doubled, and the service and a month close go on by themselves',
  {
    happening: Array.from({ length: Math.ceil(count / kinds.length) }, () => kinds)
      .flat()
      .slice(0, count),
    accounts: 2_000,
  },
  count * msPerFault + 600_000,
);
