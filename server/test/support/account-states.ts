import type { TestServer } from './test-server.js';

/**
 * For tests that insert accounts by SQL. On a single PostgreSQL a trigger has done this; a distributed database leaves it to
 * the application.
 */
export const addAccountStates = `
  insert into account_states (account_id, status) select id, status from accounts on conflict do nothing`;

/** Inserts active customers without a parent. */
export async function insertCustomers(server: TestServer, ids: readonly string[]): Promise<void> {
  await server.sql(
    `insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at)
     select id, array[id], id, id, id, 'customer', 'active', now() from unnest($1::uuid[]) id`,
    [ids],
  );
  await server.sql(addAccountStates);
}
