import type { AccountId } from '../../accounts/account.js';
import { columnParameters, type ColumnTypes } from '../../../database/column-parameters.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import type { PageKey, PageRequest } from '../../../database/paging.js';
import type { CountNote } from '../counting/count-reading.js';
import type { CounterKey } from '../counting/count-store.js';

export interface StoredReading extends CounterKey {
  readonly readAt: Date;
  readonly total: number;
  readonly managed: boolean | null;
  readonly pages: number;
  /** `wrap` comes from earlier versions, which took a fall close to a round number for an overflow of the counter. */
  readonly note: CountNote | 'elsewhere' | 'incomplete' | 'wrap' | null;
}

const reading = columnParameters(3, {
  device: 'text',
  unit: 'text',
  readAt: 'timestamptz',
  total: 'bigint',
  managed: 'boolean',
  pages: 'bigint',
  note: 'text',
} satisfies ColumnTypes<keyof StoredReading>);

// Two readings of a counter with the same time become one row.
const insertReadings = statement(`
  insert into feed_readings (account_id, feed_id, ${reading.names})
  select $1, $2, * from unnest(${reading.lists})
  on conflict (account_id, feed_id, read_at, device, unit) do update
    set total = greatest(feed_readings.total, excluded.total), pages = feed_readings.pages + excluded.pages`);

/** The readings must not contain the same counter and time twice. */
export async function saveReadings(
  db: Transaction,
  account: AccountId,
  feedId: string,
  readings: readonly StoredReading[],
): Promise<void> {
  await db.rows(insertReadings, [account, feedId, ...reading.listsOf(readings)]);
}

const selectPage = statement<StoredReading>(`
  select ${reading.names} from feed_readings
  where account_id = $1 and feed_id = $2 and read_at <= $3 and (read_at < $3 or (device, unit) > ($4, $5))
  order by read_at desc, device, unit limit $6`);

/** The position of a reading in the list of its feed. Readings of several counters can have the same time. */
export const readingKey = ({
  readAt,
  device,
  unit,
}: Pick<StoredReading, 'readAt' | 'device' | 'unit'>): PageKey => ({
  sort: readAt,
  id: `${unit} ${device}`,
});

/** Newest first. */
export function listReadings(
  db: Database,
  account: AccountId,
  feedId: string,
  { after, limit }: PageRequest,
): Promise<StoredReading[]> {
  const { sort, id } = after ?? { sort: 'infinity', id: ' ' };
  const blank = id.indexOf(' ');
  const [unit, device] = [id.slice(0, blank), id.slice(blank + 1)];
  return db.rows(selectPage, [account, feedId, sort, device, unit, limit]);
}

const selectDays = statement<{ day: string; depositId: string }>(
  'select day, deposit_id from feed_days where account_id = $1 and feed_id = $2 and day = any($3::date[])',
);

export const findDayDeposits = (
  db: Database,
  account: AccountId,
  feedId: string,
  days: readonly string[],
): Promise<{ day: string; depositId: string }[]> => db.rows(selectDays, [account, feedId, days]);

const upsertDays = statement(`
  insert into feed_days (account_id, feed_id, day, deposit_id)
  select $1, $2, day, deposit_id from unnest($3::uuid[], $4::date[]) as one (deposit_id, day)
  on conflict (account_id, feed_id, day) do update set deposit_id = excluded.deposit_id`);

/** `days`: the day of each deposit, by deposit id. */
export async function saveDayDeposits(
  db: Transaction,
  account: AccountId,
  feedId: string,
  days: ReadonlyMap<string, string>,
): Promise<void> {
  await db.rows(upsertDays, [account, feedId, [...days.keys()], [...days.values()]]);
}
