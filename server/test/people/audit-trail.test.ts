import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const changes = {
  update: `update audit_entries set action = 'nothing'`,
  delete: 'delete from audit_entries',
  truncate: 'truncate audit_entries',
};

describe('The audit trail', () => {
  it('is written by a role that can only insert and read', async () => {
    const rights = await server.running.instance.pool.withClient(async (client) => {
      const { rows } = await client.query(
        `select current_user as role, has_table_privilege('audit_entries', 'insert') as adds,
           has_table_privilege('audit_entries', 'select') as reads,
           has_table_privilege('audit_entries', 'update') as updates,
           has_table_privilege('audit_entries', 'delete') as deletes,
           has_table_privilege('audit_entries', 'truncate') as empties`,
      );
      return rows[0] as unknown;
    });
    expect(rights).toEqual({
      role: 'regrove_app',
      adds: true,
      reads: true,
      updates: false,
      deletes: false,
      empties: false,
    });
  });

  it.each(Object.entries(changes))('refuses an %s by the application', async (_, text) => {
    await expect(
      server.running.instance.pool.withClient((client: pg.ClientBase) => client.query(text)),
    ).rejects.toThrow('permission denied');
  });

  it.each(Object.entries(changes))('also refuses an %s by the owner of the tables', async (_, text) => {
    await server.sql(`insert into audit_entries (account_id, at, id, actor_kind, action)
      values (gen_random_uuid(), now(), gen_random_uuid(), 'operator', 'test')`);
    await expect(server.sql(text)).rejects.toThrow('rows of audit_entries are never changed');
  });
});
