import { failoverTest } from '../support/faults/failover-test.js';

// The other faults are in long/failover.test.ts.
failoverTest(
  'Nothing acknowledged is lost or doubled when the primary is killed, and requests, jobs and a close go on',
  { happening: ['the PostgreSQL of the primary is killed'], accounts: 300 },
);
