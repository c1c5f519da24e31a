import type { AccountId } from '../../accounts/account.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import type { Trace } from './same-device.js';

export type Spot = Pick<Trace, 'address' | 'slot'>;

export interface PassedOver extends Spot {
  readonly since: Date;
}

const select = statement<PassedOver>(
  'select address, slot, since from feed_passed_over where account_id = $1 and feed_id = $2',
);

/** Where devices of the feed are passed over. */
export const passedOverOf = (db: Database, account: AccountId, feedId: string): Promise<PassedOver[]> =>
  db.rows(select, [account, feedId]);

const insert = statement(`
  insert into feed_passed_over (account_id, feed_id, since, address, slot)
  select $1, $2, $3, * from unnest($4::text[], $5::text[])`);

const columns = (spots: readonly Spot[]): string[][] => [
  spots.map(({ address }) => address),
  spots.map(({ slot }) => slot),
];

export async function keepPassedOver(
  db: Transaction,
  account: AccountId,
  feedId: string,
  { begun, since }: { begun: readonly Spot[]; since: Date },
): Promise<void> {
  if (begun.length > 0) await db.rows(insert, [account, feedId, since, ...columns(begun)]);
}

const remove = statement(`
  delete from feed_passed_over where account_id = $1 and feed_id = $2
    and (address, slot) in (select * from unnest($3::text[], $4::text[]))`);

export async function dropPassedOver(
  db: Transaction,
  account: AccountId,
  feedId: string,
  ended: readonly Spot[],
): Promise<void> {
  if (ended.length > 0) await db.rows(remove, [account, feedId, ...columns(ended)]);
}
