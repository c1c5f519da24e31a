import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/database.js';

describe.skipIf(!isDistributed)('A read replica of a distributed database', () => {
  let database: TestDatabase;
  let operator: Operator;
  beforeAll(async () => {
    database = await createTestDatabase();
    operator = await createOperator({ database, env: { REGROVE_DATABASE_REPLICA_URL: database.url } });
  });
  afterAll(async () => {
    await operator.close();
  });

  it('is not used, because it says nothing about the other nodes', async () => {
    const { stdout, stderr } = await operator.run('doctor');
    expect(stdout).toMatch(/^ok {4}replica {3}none/m);
    expect(stderr).toMatch(/REGROVE_DATABASE_REPLICA_URL is ignored, because the database is distributed/);
  });
});
