import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { PageKey, PageRequest } from '../../database/paging.js';
import { maxSorted, tooManyToSort, type ListOrder } from '../../database/sorted-list.js';
import { statement } from '../../database/statement.js';
import type { Unit } from '@regrove/printers/source';

/** A device of a feed, as the inventory shows it. One that was never read is there if it is known that it cannot be. */
export interface ListedDevice {
  readonly device: string;
  readonly name: string | null;
  readonly model: string | null;
  /** Of a device that tells it separately from what else identifies it. */
  readonly serial: string | null;
  /** The name of the agent that reads it, if only that and its address identify it. */
  readonly agent: string | null;
  readonly readAt: Date | null;
  readonly total: number | null;
  readonly unit: Unit | null;
  /** What it printed in the month that was asked for. */
  readonly pages: number;
  /** Why it could not be read when it was asked last: a reason, or an agent's words. */
  readonly trouble: string | null;
  readonly sortKey: string;
}

/** Texts of equal length, so that they can be compared as texts. */
const sortKeys = {
  device: `''`,
  read: `coalesce(to_char(read_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), '')`,
  pages: `lpad(pages::text, 19, '0')`,
} as const;

export const deviceOrders = Object.keys(sortKeys) as (keyof typeof sortKeys)[];

// A device may have two counters; sheets are what is counted then. Each half of the list is sorted and limited by itself, so that the
// devices that were read are found by index.
const selectInOrder = (by: keyof typeof sortKeys, descending: boolean) => {
  const [direction, beyond] = descending ? ['desc', '<'] : ['asc', '>'];
  const key = `${sortKeys[by]} collate "C"`;
  const order = `order by ${by === 'device' ? '' : `${key} ${direction}, `}device ${direction} limit $7`;
  const from = by === 'device' ? `and ($6::text is null or device ${beyond} $6)` : '';
  const within = (columns: string) => `
    ($4 = '' or position(lower($4) in lower(concat_ws(E'\\n', ${columns}))) > 0)
      and ($6::text is null or (${key}, device) ${beyond} ($5::text collate "C", $6))`;
  return statement<ListedDevice>(`
    with troubles as (
      select device, min(reason) as reason from (
        select device, reason from feed_troubles where account_id = $1 and feed_id = $2
        union all
        select coalesce((select max(device) from feed_places
            where feed_places.account_id = $1 and feed_places.feed_id = $2 and state = 'home'
              and feed_places.address = feed_agents.id || '/' || told.address), feed_agents.id || '/' || told.address), told.reason
          from feed_agents, jsonb_to_recordset(feed_agents.trouble) as told (address text, reason text)
          where feed_agents.account_id = $1 and feed_agents.feed_id = $2
      ) known group by device
    )
    select page.*, ${sortKeys[by]} as sort_key,
      (select max(serial) from feed_places
        where account_id = $1 and feed_id = $2 and feed_places.device = page.device) as serial,
      (select name from feed_agents
        where account_id = $1 and feed_id = $2 and starts_with(page.device, feed_agents.id || '/')) as agent,
      (select reason from troubles where troubles.device = page.device) as trouble
    from (
      (select * from (
        select device, max(name) as name, max(model) as model, max(read_at) as read_at, max(unit) as unit,
          (array_agg(mark order by unit desc))[1] as total,
          coalesce(max(month_pages) filter (where month = $3), 0)::bigint as pages
        from feed_devices
        where account_id = $1 and feed_id = $2 ${from}
        group by device
      ) devices
      where ${within('device, name, model')} ${order})
      union all
      (select * from (
        select device, null::text as name, null::text as model, null::timestamptz as read_at, null::text as unit,
          null::bigint as total, 0::bigint as pages
        from troubles
        where not exists (select from feed_devices
          where account_id = $1 and feed_id = $2 and feed_devices.device = troubles.device)
      ) unread
      where ${within('device')} ${order})
    ) page
    ${order}`);
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
