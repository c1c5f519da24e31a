import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { PageKey, PageRequest } from '../../database/paging.js';
import { maxSorted, tooManyToSort, type ListOrder } from '../../database/sorted-list.js';
import { statement } from '../../database/statement.js';
import type { Unit } from '@regrove/printers/source';

/** A device of a feed, as the inventory shows it. */
export interface ListedDevice {
  readonly device: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly readAt: Date;
  readonly total: number;
  readonly unit: Unit;
  /** What it printed in the month that was asked for. */
  readonly pages: number;
  readonly sortKey: string;
}

/** Texts of equal length, so that they can be compared as texts. */
const sortKeys = {
  device: `''`,
  read: `to_char(read_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS')`,
  pages: `lpad(pages::text, 19, '0')`,
} as const;

export const deviceOrders = Object.keys(sortKeys) as (keyof typeof sortKeys)[];

// A device may have two counters; sheets are what is counted then.
const selectInOrder = (by: keyof typeof sortKeys, descending: boolean) => {
  const [direction, beyond] = descending ? ['desc', '<'] : ['asc', '>'];
  return statement<ListedDevice>(`
    select *, ${sortKeys[by]} as sort_key from (
      select device, max(name) as name, max(model) as model, max(read_at) as read_at, max(unit) as unit,
        (array_agg(mark order by unit desc))[1] as total,
        coalesce(max(month_pages) filter (where month = $3), 0)::bigint as pages
      from feed_devices
      where account_id = $1 and feed_id = $2 ${by === 'device' ? `and ($6::text is null or device ${beyond} $6)` : ''}
      group by device
    ) devices
    where ($4 = '' or position(lower($4) in lower(concat_ws(E'\\n', device, name, model))) > 0)
      and ($6::text is null or (${sortKeys[by]} collate "C", device) ${beyond} ($5::text collate "C", $6))
    order by ${by === 'device' ? '' : `${sortKeys[by]} collate "C" ${direction}, `}device ${direction} limit $7`);
};

const selects = {
  device: { asc: selectInOrder('device', false), desc: selectInOrder('device', true) },
  read: { asc: selectInOrder('read', false), desc: selectInOrder('read', true) },
  pages: { asc: selectInOrder('pages', false), desc: selectInOrder('pages', true) },
};

const selectTooMany = statement<{ device: string }>(
  `select device from feed_devices where account_id = $1 and feed_id = $2 offset ${maxSorted * 2} limit 1`,
);

export interface DeviceRequest {
  readonly order: ListOrder;
  /** The first day of the month whose pages are shown. */
  readonly month: string;
  /** Part of a device, name or model; empty for all. */
  readonly text: string;
}

export const deviceKey = ({ sortKey, device }: ListedDevice): PageKey => ({ sort: sortKey, id: device });

/** By device it is read by index, whatever its length. Otherwise all are sorted, up to a limit. */
export async function listDevices(
  db: Database,
  account: AccountId,
  feedId: string,
  { order, month, text }: DeviceRequest,
  { after, limit }: PageRequest,
): Promise<ListedDevice[]> {
  const by = order.by as keyof typeof selects;
  if (by !== 'device' && (await db.first(selectTooMany, [account, feedId]))) throw tooManyToSort();
  const select = selects[by][order.descending ? 'desc' : 'asc'];
  return db.rows(select, [account, feedId, month, text, after?.sort ?? null, after?.id ?? null, limit]);
}
