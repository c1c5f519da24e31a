import type pg from 'pg';
import { openQueueTables } from './queue-schema.js';

/** What the application runs as: it may do all that it needs to, and cannot change the audit trail. */
const role = 'regrove_app';

const schemas = ['public', 'graphile_worker'];

/**
 * Creates the role where the one who migrates may do so, and gives it its rights on whatever migrations have brought.
 * Elsewhere the application keeps the rights of the role that it connects as.
 */
export async function prepareApplicationRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ owns: boolean; creates: boolean }>(
    `select pg_has_role(current_user, relowner, 'usage') as owns,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as creates
     from pg_class where oid = 'audit_entries'::regclass`,
  );
  const { owns = false, creates = false } = rows[0] ?? {};
  if (!owns) return;
  if (!(await applicationRole(client))) {
    if (!creates) return;
    // Roles belong to the whole cluster: another database's migration may create it at the same moment.
    await client.query(`do $$ begin create role ${role} nologin; exception
      when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant ${role} to current_user`);
  }
  for (const schema of schemas) {
    await client.query(`
      grant usage on schema ${schema} to ${role};
      grant select, insert, update, delete on all tables in schema ${schema} to ${role};
      grant usage on all sequences in schema ${schema} to ${role}`);
  }
  await client.query(`revoke update, delete on audit_entries from ${role}`);
  await client.query(openQueueTables);
}

/** The role to run as, where it is there and may be taken on. */
export async function applicationRole(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')`,
    [role],
  );
  return rows.length > 0 ? role : undefined;
}
