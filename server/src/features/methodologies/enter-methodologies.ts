import type { MethodologyAdopted } from '@regrove/verify';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import type { LogSource } from '../../database/log-source.js';

interface AdoptedMethodology {
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

// With the time that the log tells, which must not change when it becomes current again.
const mark = statement(`
  update methodologies set log_index = one.index, adopted_at = coalesce(adopted_at, created_at)
  from unnest($1::uuid[], $2::bigint[]) as one (of_id, index) where id = of_id`);

const note = statement(`
  update methodologies set adopted_at = created_at where id = any($1::uuid[]) and adopted_at is null and not current`);

/** Those that were replaced before there was a log are known by the certificates that were issued by them. */
export async function noteAdopted(db: Transaction, ids: readonly string[]): Promise<void> {
  await db.rows(note, [ids]);
}

const selectEntered = statement<
  Omit<AdoptedMethodology, 'adoptedAt'> & { adoptedAt: Date | null; index: number }
>(`
  select ${columns}, log_index as index from methodologies
  where log_index >= $1 and log_index < $2 order by log_index limit $3`);

const selectMissing = statement<{ id: string }>(`
  select id from methodologies where log_index is null and (adopted_at is not null or current) and coalesce(adopted_at, created_at) < $1
  order by created_at, id limit $2`);

export const methodologies: LogSource = {
  name: 'methodology',
  async take(db, first, limit) {
    const adopted = await db.rows(select, [limit]);
    if (adopted.length > 0)
      await db.rows(mark, [adopted.map(({ id }) => id), adopted.map((_, number) => first + number)]);
    return adopted.map(adoptedEntry);
  },
  entered: async (db, first, end, limit) =>
    (await db.rows(selectEntered, [first, end, limit])).map((row) => ({
      index: row.index,
      id: row.id,
      entry: adoptedEntry(row),
    })),
  missing: async (db, before, limit) => (await db.rows(selectMissing, [before, limit])).map(({ id }) => id),
};

const adoptedEntry = ({
  id,
  name,
  adoptedAt,
  factors,
}: Omit<AdoptedMethodology, 'adoptedAt'> & { readonly adoptedAt: Date | null }): MethodologyAdopted & {
  name: string;
} => ({
  v: 1,
  type: 'methodology.adopted',
  id,
  name,
  at: adoptedAt ? formatTimestamp(adoptedAt) : '',
  factors,
});
