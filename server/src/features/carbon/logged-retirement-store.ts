import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

export interface RecordedRetirement {
  readonly id: string;
  readonly serial: string;
  /** Of the lot. */
  readonly tonnes: number;
  readonly firstCredit: number;
  readonly lastCredit: number;
  readonly retiredOn: string;
  readonly registryUrl: string | null;
  readonly recordedAt: Date;
}

export type LoggedRetirement = RecordedRetirement & { readonly index: number };

const retirements = `
  select carbon_retirements.id, serial, tonnes, carbon_retirements.first_credit, carbon_retirements.last_credit, retired_on,
    carbon_retirements.registry_url, recorded_at, carbon_retirements.log_index as index
  from carbon_retirements join carbon_lots on carbon_lots.id = lot_id`;

const select = statement<RecordedRetirement>(`${retirements}
  where carbon_retirements.log_index is null order by recorded_at, carbon_retirements.id limit $1`);

export const listUnloggedRetirements = (db: Database, limit: number): Promise<RecordedRetirement[]> =>
  db.rows(select, [limit]);

const mark = statement(`
  update carbon_retirements set log_index = one.index
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

/** The first gets the index `first`, the others those that follow. */
export async function markRetirementsLogged(
  db: Transaction,
  rows: readonly Pick<RecordedRetirement, 'id'>[],
  first: number,
): Promise<void> {
  if (rows.length > 0)
    await db.rows(mark, [rows.map(({ id }) => id), rows.map((_, number) => first + number)]);
}

const selectEntered = statement<LoggedRetirement>(`${retirements}
  where carbon_retirements.log_index >= $1 and carbon_retirements.log_index < $2
  order by carbon_retirements.log_index limit $3`);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedRetirements = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedRetirement[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = statement<{ id: string }>(`
  select id from carbon_retirements where log_index is null and recorded_at < $1 order by recorded_at, id limit $2`);

/** The ids of those recorded before that time that are not in the log. */
export const listMissingRetirements = async (db: Database, before: Date, limit: number): Promise<string[]> =>
  (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
