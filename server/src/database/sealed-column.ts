import { keyPrefixLength } from '../platform/secrets/secret-box.js';
import type { Database, Transaction } from './database.js';
import { crossAccountStatement } from './statement.js';
import { lowestId } from './paging.js';

/** A secret as stored in a row. It is bound to the row's `id`. */
export interface SealedSecret {
  readonly accountId: string;
  readonly id: string;
  readonly sealed: Buffer;
}

/** How many secrets start with this mark. */
export interface MarkInUse {
  readonly mark: Buffer;
  readonly count: number;
}

/** A column with sealed secrets in a tenant table, for key management. */
export interface SealedColumn {
  /** The next secrets that start with none of these marks. */
  next(
    db: Database,
    marks: readonly Buffer[],
    after: SealedSecret | undefined,
    limit: number,
  ): Promise<SealedSecret[]>;
  /** Skips secrets that have changed since. Returns how many were replaced. */
  replace(db: Transaction, changes: readonly { from: SealedSecret; to: Buffer }[]): Promise<number>;
  /** For secrets that do not name a key, the mark is only the version. */
  marksInUse(db: Database): Promise<MarkInUse[]>;
}

const reason = 'the operator replaces the key that seals secrets of all accounts';

/** Declare it once, at the top of a store. */
export function sealedColumn(table: string, column: string): SealedColumn {
  const mark = `substring(${column} for ${keyPrefixLength})`;
  const select = crossAccountStatement<SealedSecret>(
    reason,
    `select account_id, id, ${column} as sealed from ${table}
     where ${column} is not null and (account_id, id) > ($1, $2) and ${mark} <> all($3::bytea[])
     order by account_id, id limit $4`,
  );
  const update = crossAccountStatement<{ id: string }>(
    reason,
    `update ${table} set ${column} = changed.fresh
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as changed (account_id, id, sealed, fresh)
     where ${table}.account_id = changed.account_id and ${table}.id = changed.id and ${column} = changed.sealed
     returning ${table}.id`,
  );
  // Before version 2, secrets did not name their key.
  const group = crossAccountStatement<MarkInUse>(
    reason,
    `select substring(${column} for case when ${column} < '\\x02' then 1 else ${keyPrefixLength} end) as mark, count(*) as count
     from ${table} where ${column} is not null group by 1`,
  );
  return {
    next: (db, marks, after, limit) =>
      db.rows(select, [after?.accountId ?? lowestId, after?.id ?? lowestId, marks, limit]),
    async replace(db, changes) {
      const replaced = await db.rows(update, [
        changes.map(({ from }) => from.accountId),
        changes.map(({ from }) => from.id),
        changes.map(({ from }) => from.sealed),
        changes.map(({ to }) => to),
      ]);
      return replaced.length;
    },
    marksInUse: (db) => db.rows(group),
  };
}
