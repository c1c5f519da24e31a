import { sandboxSchemaPattern } from './sandbox-schema-name.js';

/**
 * The key of an advisory lock, as SQL. These locks belong to the whole database, whatever the schema, so with the bare key live
 * accounts and sandboxes would wait for each other. Live keys are the bare ones, which older versions of the server use, too:
 * during an update both run.
 */
const ownKey = (key: string): string =>
  `case when current_schema() ~ '${sandboxSchemaPattern}' then hashtextextended(current_schema()::text, ${key}) else ${key} end`;

/** Any number will do, as long as every Regrove process uses the same one; or SQL for it. */
type Key = number | string;

/** SQL that waits for a lock among live accounts, or within the sandbox, and keeps it until the transaction ends. */
export const lockSql = (key: Key): string => `select pg_advisory_xact_lock(${ownKey(String(key))})`;

/** The same for those who do not exclude each other, only those who take it. */
export const sharedLockSql = (key: Key): string =>
  `select pg_advisory_xact_lock_shared(${ownKey(String(key))})`;

/** The same without waiting: returns whether it was `taken`. */
export const tryLockSql = (key: Key): string =>
  `select pg_try_advisory_xact_lock(${ownKey(String(key))}) as taken`;

/** The key of a lock that has a name, which is SQL for a text. */
export const keyOfName = (name: string): string => `hashtextextended(${name}, 0)`;
