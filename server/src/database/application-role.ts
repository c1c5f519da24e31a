import type pg from 'pg';
import { disableQueueRowSecurity } from './queue-schema.js';

/** The role the application runs as. It has all the rights it needs, but cannot change the audit trail. */
export const applicationRoleName = 'regrove_app';

const schemas = ['public', 'graphile_worker'];

/**
 * Creates the role if the migrating role is allowed to, and grants it rights on everything migrations have created.
 * Otherwise the application keeps the rights of the role it connects as.
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
    // Roles belong to the whole cluster, so a migration of another database may create it at the same time.
    await client.query(`do $$ begin create role ${applicationRoleName} nologin; exception
      when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant ${applicationRoleName} to current_user`);
  }
  for (const right of await missingRights(client)) await client.query(`${right} ${applicationRoleName}`);
  await client.query(disableQueueRowSecurity);
}

// Only what is missing: granting everything takes seconds if every grant goes to all nodes of a cluster.
async function missingRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ right: string }>(
    `with relations as (
       select oid, relkind, oid = 'audit_entries'::regclass as is_audit from pg_class
       where relnamespace = any($2::regnamespace[]) and pg_has_role(current_user, relowner, 'usage') and not relispartition
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     )
     select 'grant usage on schema ' || oid::regnamespace || ' to' as right from pg_namespace
     where oid = any($2::regnamespace[]) and not has_schema_privilege($1, oid, 'usage')
     union all
     select 'grant select, insert' || case when is_audit then '' else ', update, delete' end || ' on ' || oid::regclass || ' to'
     from relations where relkind in ('r', 'p', 'v') and not (
       has_table_privilege($1, oid, 'select') and has_table_privilege($1, oid, 'insert')
       and (is_audit or (has_table_privilege($1, oid, 'update') and has_table_privilege($1, oid, 'delete'))))
     union all
     select 'grant usage on sequence ' || oid::regclass || ' to'
     from relations where case relkind when 'S' then not has_sequence_privilege($1, oid, 'usage') else false end
     union all
     select 'revoke update, delete on audit_entries from'
     where has_table_privilege($1, 'audit_entries', 'update, delete')
     union all
     -- Those of the whole table are enough to use its partitions.
     select 'revoke all on ' || oid::regclass || ' from' from pg_class
     where relispartition and relkind = 'r' and relnamespace = any($2::regnamespace[])
       and pg_has_role(current_user, relowner, 'usage')
       and has_table_privilege($1, oid, 'select, insert, update, delete, truncate')`,
    [applicationRoleName, schemas],
  );
  return rows.map(({ right }) => right);
}

/** How the application's role logs in, if Regrove manages that. */
export interface ApplicationLogin {
  /** Undefined if access to the socket is enough to log in. */
  readonly password: string | undefined;
}

/** Allows the application's role to log in directly. */
export async function prepareLogin(client: pg.ClientBase, { password }: ApplicationLogin): Promise<void> {
  if (password === undefined && (await hasLogin(client))) return;
  const secret = password === undefined ? '' : ` password ${client.escapeLiteral(password)}`;
  await client.query(`alter role ${applicationRoleName} login${secret}`);
}

export async function hasLogin(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select from pg_roles where rolname = $1 and rolcanlogin', [
    applicationRoleName,
  ]);
  return rows.length > 0;
}

/** The role to switch to, if it exists, is allowed, and is not the current role. */
export async function applicationRole(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and rolname <> current_user and pg_has_role(current_user, oid, 'member')`,
    [applicationRoleName],
  );
  return rows.length > 0 ? applicationRoleName : undefined;
}

export interface ConnectionRoles {
  /** The role that logs in, and the one that statements run as. */
  readonly login: string;
  readonly role: string;
  /** Whether injected SQL could gain the owner's rights with `set role none`. */
  readonly canBecomeOwner: boolean;
}

/** The roles of this connection; undefined before migration. */
export async function readConnectionRoles(client: pg.ClientBase): Promise<ConnectionRoles | undefined> {
  const { rows } = await client.query<ConnectionRoles>(
    `select session_user::text as login, current_user::text as role,
       pg_has_role(session_user, relowner, 'member') as "canBecomeOwner"
     from pg_class where oid = to_regclass('migrations')`,
  );
  return rows[0];
}

/** The role the application runs as, and whether it could change the audit trail; undefined before migration. */
export async function auditTrailAccess(
  client: pg.ClientBase,
): Promise<{ role: string; changes: boolean } | undefined> {
  const { rows } = await client.query<{ role: string; changes: boolean | null }>(
    `select role, (
       select bool_or(has_table_privilege(role, oid, 'update, delete, truncate')) from pg_class
       where oid = to_regclass('audit_entries')
         or oid in (select inhrelid from pg_inherits where inhparent = to_regclass('audit_entries'))
     ) as changes
     from (select coalesce($1, current_user)::name as role) as application`,
    [await applicationRole(client)],
  );
  const { role = '', changes = null } = rows[0] ?? {};
  return changes === null ? undefined : { role, changes };
}
