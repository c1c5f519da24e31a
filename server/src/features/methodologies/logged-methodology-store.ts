import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';

export interface AdoptedMethodology {
  readonly id: string;
  readonly name: string;
  readonly adoptedAt: Date;
  readonly factors: Readonly<Record<string, Decimal>>;
}

// As text, because numbers in the log are whole.
const columns = `id, name, coalesce(adopted_at, created_at) as adopted_at, jsonb_build_object(
      'standard_width', standard_width::text, 'standard_length', standard_length::text, 'standard_gsm', standard_gsm::text,
      'pages_per_tree', pages_per_tree::text, 'emission_factor', emission_factor::text) as factors`;

const select = statement<AdoptedMethodology>(`
  select ${columns} from methodologies where (adopted_at is not null or current) and log_index is null order by created_at, id limit $1`);

export const listUnloggedMethodologies = (db: Database, limit: number): Promise<AdoptedMethodology[]> =>
  db.rows(select, [limit]);

// With the time in the log, which must not change when it becomes current again.
const mark = statement(`
  update methodologies set log_index = one.index, adopted_at = coalesce(adopted_at, created_at)
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

/** The first gets the index `first`, the others those that follow. */
export async function markMethodologiesLogged(
  db: Transaction,
  rows: readonly Pick<AdoptedMethodology, 'id'>[],
  first: number,
): Promise<void> {
  if (rows.length > 0)
    await db.rows(mark, [rows.map(({ id }) => id), rows.map((_, number) => first + number)]);
}

const note = statement(`
  update methodologies set adopted_at = created_at where id = any($1::uuid[]) and adopted_at is null and not current`);

/** Those that were replaced before there was a log are known by the certificates that were issued by them. */
export async function noteAdopted(db: Transaction, ids: readonly string[]): Promise<void> {
  await db.rows(note, [ids]);
}

export type LoggedMethodology = Omit<AdoptedMethodology, 'adoptedAt'> & {
  readonly adoptedAt: Date | null;
  readonly index: number;
};

const selectEntered = statement<LoggedMethodology>(`
  select ${columns}, log_index as index from methodologies
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

/** Those with an index from `first` up to, but not including, `end`. */
export const listLoggedMethodologies = (
  db: Database,
  first: number,
  end: number,
  limit: number,
): Promise<LoggedMethodology[]> => db.rows(selectEntered, [first, end, limit]);

const selectMissing = statement<{ id: string }>(`
  select id from methodologies where log_index is null and (adopted_at is not null or current) and coalesce(adopted_at, created_at) < $1
  order by created_at, id limit $2`);

/** The ids of those adopted before that time that are not in the log. */
export const listMissingMethodologies = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<string[]> => (await db.rows(selectMissing, [before, limit])).map(({ id }) => id);
