import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export interface ImportedLot {
  readonly id: string;
  readonly serial: string;
  readonly vintageStart: string;
  readonly vintageEnd: string;
  readonly tonnes: number;
  readonly createdAt: Date;
}

export type LoggedLot = ImportedLot & { readonly index: number };

const columns = 'id, serial, vintage_start, vintage_end, tonnes, created_at';

const select = statement<ImportedLot>(`
  select ${columns} from carbon_lots where log_index is null order by created_at, id limit $1`);

export const listUnloggedLots = (db: Database, limit: number): Promise<ImportedLot[]> =>
  db.rows(select, [limit]);

const mark = statement(`
  update carbon_lots set log_index = one.index from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

/** The first gets the index `first`, the others those that follow. */
export async function markLotsLogged(
  db: Transaction,
  rows: readonly Pick<ImportedLot, 'id'>[],
  first: number,
): Promise<void> {
  if (rows.length > 0)
    await db.rows(mark, [rows.map(({ id }) => id), rows.map((_, number) => first + number)]);
}

const selectEntered = statement<LoggedLot>(`
  select ${columns}, log_index as index from carbon_lots
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedLots = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedLot[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = statement<{ id: string }>(`
  select id from carbon_lots where log_index is null and created_at < $1 order by created_at, id limit $2`);

/** The ids of those imported before that time that are not in the log. */
export const listMissingLots = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
