import type pg from 'pg';
import { openQueueTables } from './queue-schema.js';

/** What the application runs as: it may do all that it needs to, and cannot change the audit trail. */
export const applicationRoleName = 'regrove_app';

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
    await client.query(`do $$ begin create role ${applicationRoleName} nologin; exception
      when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant ${applicationRoleName} to current_user`);
  }
  for (const schema of schemas) {
    await client.query(`
      grant usage on schema ${schema} to ${applicationRoleName};
      grant select, insert, update, delete on all tables in schema ${schema} to ${applicationRoleName};
      grant usage on all sequences in schema ${schema} to ${applicationRoleName}`);
  }
  await client.query(`revoke update, delete on audit_entries from ${applicationRoleName}`);
  await client.query(openQueueTables);
}

/** The role to run as, where it is there and may be taken on. */
export async function applicationRole(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')`,
    [applicationRoleName],
  );
  return rows.length > 0 ? applicationRoleName : undefined;
}

/** The role that the application runs as here, and whether that one could change the audit trail; undefined before migration. */
export async function guardOfTrail(
  client: pg.ClientBase,
): Promise<{ role: string; changes: boolean } | undefined> {
  const { rows } = await client.query<{ role: string; changes: boolean | null }>(
    `select role, has_table_privilege(role, to_regclass('audit_entries'), 'update, delete, truncate') as changes
     from (select coalesce($1, current_user)::name as role) as application`,
    [await applicationRole(client)],
  );
  const { role = '', changes = null } = rows[0] ?? {};
  return changes === null ? undefined : { role, changes };
}
