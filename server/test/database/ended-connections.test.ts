import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/database/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.url, max: 1 }, () => undefined);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const query = (text: string) => pool.withClient((client) => client.query(text));

// The server first reports the end, and closes the connection a moment later.
it('A connection that the server has ended is not used again', async () => {
  for (let time = 0; time < 10; time++) {
    await expect(query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    expect((await query('select 1')).rowCount).toBe(1);
  }
});
