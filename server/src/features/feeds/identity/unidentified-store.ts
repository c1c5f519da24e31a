import type { AccountId } from '../../accounts/account.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import type { DeviceRecord } from './device-record.js';

export type PlaceKey = Pick<DeviceRecord, 'address' | 'slot'>;

export interface UnidentifiedPlace extends PlaceKey {
  readonly since: Date;
}

const select = statement<UnidentifiedPlace>(
  'select address, slot, since from feed_passed_over where account_id = $1 and feed_id = $2',
);

export const listUnidentified = (
  db: Database,
  account: AccountId,
  feedId: string,
): Promise<UnidentifiedPlace[]> => db.rows(select, [account, feedId]);

const insert = statement(`
  insert into feed_passed_over (account_id, feed_id, since, address, slot)
  select $1, $2, $3, * from unnest($4::text[], $5::text[])`);

const columns = (places: readonly PlaceKey[]): string[][] => [
  places.map(({ address }) => address),
  places.map(({ slot }) => slot),
];

export async function insertUnidentified(
  db: Transaction,
  account: AccountId,
  feedId: string,
  { begun, since }: { begun: readonly PlaceKey[]; since: Date },
): Promise<void> {
  if (begun.length > 0) await db.rows(insert, [account, feedId, since, ...columns(begun)]);
}

// `is true` keeps the planner from making a join, which compares every place with every key if it expects few places.
const remove = statement(`
  delete from feed_passed_over where account_id = $1 and feed_id = $2
    and ((address, slot) in (select * from unnest($3::text[], $4::text[]))) is true`);

export async function deleteUnidentified(
  db: Transaction,
  account: AccountId,
  feedId: string,
  ended: readonly PlaceKey[],
): Promise<void> {
  if (ended.length > 0) await db.rows(remove, [account, feedId, ...columns(ended)]);
}
