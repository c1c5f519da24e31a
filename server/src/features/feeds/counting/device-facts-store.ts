import type { AccountId } from '../../accounts/account.js';
import { columnParameters, type ColumnTypes } from '../../../database/column-parameters.js';
import type { Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';

/** What some readings tell about a device besides its counters. */
export interface DeviceFacts {
  readonly device: string;
  /** Null: not told. */
  readonly name: string | null;
  readonly model: string | null;
  /** The first day of a month, and what the device printed in it according to these readings. */
  readonly month: string;
  readonly pages: number;
}

const facts = columnParameters(3, {
  device: 'text',
  name: 'text',
  model: 'text',
  month: 'date',
  pages: 'bigint',
} satisfies ColumnTypes<keyof DeviceFacts>);

// All rows of a device say the same. One that is new begins later, so the largest sum of a month is the whole.
const update = statement(`
  update feed_devices set name = coalesce(told.name, feed_devices.name), model = coalesce(told.model, feed_devices.model),
    month = greatest(feed_devices.month, told.month),
    month_pages = case
      when feed_devices.month = told.month then feed_devices.month_pages + told.pages
      when feed_devices.month > told.month then feed_devices.month_pages
      else told.pages end
  from unnest(${facts.lists}) as told (${facts.names})
  where feed_devices.account_id = $1 and feed_devices.feed_id = $2 and feed_devices.device = told.device`);

/** The counters of the devices must be stored. Each device is there once. */
export async function saveDeviceFacts(
  db: Transaction,
  account: AccountId,
  feedId: string,
  told: readonly DeviceFacts[],
): Promise<void> {
  await db.rows(update, [account, feedId, ...facts.listsOf(told)]);
}
