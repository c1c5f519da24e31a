import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { releaseOnce } from '../../src/jobs/release-once.js';

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ ...inject('postgres'), database: 'postgres', max: 1 });
});
afterAll(() => pool.end());

it('A connection of the queue that is released twice goes back to the pool once', async () => {
  const release = await new Promise<() => void>((resolve, reject) => {
    releaseOnce(pool).connect((error, _client, done) => {
      if (error) reject(error);
      else resolve(done);
    });
  });
  release();
  expect(release).not.toThrow();
  expect(pool.idleCount).toBe(1);
  expect((await releaseOnce(pool).query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
