import type { AccountId } from '../../accounts/account.js';
import { columnParameters, type ColumnTypes } from '../../../database/column-parameters.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import type { Place, PlaceState } from './place.js';

// In the table, the state `duplicate` has its former name.
const stateFromTable = "case state when 'twin' then 'duplicate' else state end as state";
const stateForTable = (state: PlaceState): string => (state === 'duplicate' ? 'twin' : state);

const selectPlaces = statement<Place>(`
  select device, address, slot, serial, uuid, is_by_jobs, ${stateFromTable} from feed_places
  where account_id = $1 and feed_id = $2`);

export const listPlaces = (db: Database, account: AccountId, feedId: string): Promise<Place[]> =>
  db.rows(selectPlaces, [account, feedId]);

const keyColumns = { device: 'text', address: 'text', slot: 'text' } as const;
const key = columnParameters(3, keyColumns);
const row = columnParameters(3, {
  ...keyColumns,
  serial: 'text',
  uuid: 'text',
  isByJobs: 'boolean',
  state: 'text',
} satisfies ColumnTypes<keyof Place>);

const upsertPlaces = statement(`
  insert into feed_places (account_id, feed_id, ${row.names})
  select $1, $2, * from unnest(${row.lists})
  on conflict (account_id, feed_id, ${key.names}) do update
    set serial = excluded.serial, uuid = excluded.uuid, is_by_jobs = excluded.is_by_jobs, state = excluded.state`);

// `is true` keeps the planner from making a join, which compares every place with every key if it expects few places.
const deletePlaces = statement(`
  delete from feed_places where account_id = $1 and feed_id = $2
    and ((${key.names}) in (select * from unnest(${key.lists}))) is true`);

/** Writes the differences only. */
export async function savePlaces(
  db: Transaction,
  account: AccountId,
  feedId: string,
  { before, after }: { before: readonly Place[]; after: readonly Place[] },
): Promise<void> {
  const known = new Set(before.map(rowOf));
  const kept = after.filter((place) => !known.has(rowOf(place)));
  const there = new Set(after.map(keyOf));
  const gone = before.filter((place) => !there.has(keyOf(place)));
  if (gone.length > 0) await db.rows(deletePlaces, [account, feedId, ...key.listsOf(gone)]);
  if (kept.length === 0) return;
  await db.rows(upsertPlaces, [
    account,
    feedId,
    ...row.listsOf(kept.map((place) => ({ ...place, state: stateForTable(place.state) }))),
  ]);
}

const keyOf = ({ device, address, slot }: Place): string => JSON.stringify([device, address, slot]);
const rowOf = (place: Place): string =>
  JSON.stringify([keyOf(place), place.serial, place.uuid, place.isByJobs, place.state]);
