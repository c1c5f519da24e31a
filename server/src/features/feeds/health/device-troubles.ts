import type { TroubleReason } from '@regrove/printers/trouble-reasons';
import type { Context, TransactionContext } from '../../../database/context.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { hasSameSource } from '../feed-source.js';
import { lockFeed, type Feed } from '../feed-store.js';
import { listPlaces } from '../identity/place-store.js';
import {
  deleteDeviceTroubles,
  listDeviceTroubles,
  saveDeviceTroubles,
  type DeviceTrouble,
} from './device-trouble-store.js';

/** A device that a source could not read. */
export interface Unreadable {
  /** Where it may be, or its name. */
  readonly places: readonly [string, ...string[]];
  readonly reason: TroubleReason;
}

/** Per feed. If so many cannot be read, the list of all of them helps nobody. */
export const maxDeviceTroubles = 1_000;

/** After a collection of the whole source: everything that is known of it is what it has found. The feed must be locked. */
export async function replaceDeviceTroubles(
  tx: TransactionContext,
  feed: Feed,
  unreadable: readonly Unreadable[],
  read: ReadonlySet<string>,
): Promise<void> {
  const { accountId, id } = feed;
  const before = await listDeviceTroubles(tx.db, accountId, id);
  const after = (await troublesOf(tx, feed, unreadable))
    .filter(({ device }) => !read.has(device))
    .slice(0, maxDeviceTroubles);
  const there = new Set(after.map(({ device }) => device));
  const gone = before.map(({ device }) => device).filter((device) => !there.has(device));
  await deleteDeviceTroubles(tx.db, accountId, id, gone);
  await saveDeviceTroubles(tx.db, accountId, id, newAmong(after, before));
}

/** After a collection that came to no end: what it has not found out stays as it was. */
export async function addDeviceTroubles(
  context: Context,
  seen: Feed,
  unreadable: readonly Unreadable[],
): Promise<void> {
  if (unreadable.length === 0) return;
  await inTransaction(context, async (tx) => {
    const feed = await lockFeed(tx.db, seen.accountId, seen.id);
    if (!feed || !hasSameSource(feed, seen)) return;
    const before = await listDeviceTroubles(tx.db, feed.accountId, feed.id);
    const known = new Set(before.map(({ device }) => device));
    const found = await troublesOf(tx, feed, unreadable);
    const room = Math.max(0, maxDeviceTroubles - before.length);
    const added = found.filter(({ device }) => !known.has(device)).slice(0, room);
    const changed = newAmong(
      found.filter(({ device }) => known.has(device)),
      before,
    );
    await saveDeviceTroubles(tx.db, feed.accountId, feed.id, [...changed, ...added]);
  });
}

/** For a feed whose source has changed. */
export async function clearDeviceTroubles(tx: TransactionContext, { accountId, id }: Feed): Promise<void> {
  const known = await listDeviceTroubles(tx.db, accountId, id);
  await deleteDeviceTroubles(
    tx.db,
    accountId,
    id,
    known.map(({ device }) => device),
  );
}

/** Of the devices that are counted at these places, each once. Where there is none, the place stands for one. */
async function troublesOf(
  { db }: TransactionContext,
  { accountId, id }: Feed,
  unreadable: readonly Unreadable[],
): Promise<DeviceTrouble[]> {
  if (unreadable.length === 0) return [];
  const devicesAt = new Map<string, string[]>();
  for (const { address, device, state } of await listPlaces(db, accountId, id))
    if (state === 'home') devicesAt.set(address, [...(devicesAt.get(address) ?? []), device]);
  const troubles = new Map<string, TroubleReason>();
  for (const { places, reason } of unreadable) {
    const known = places.flatMap((place) => devicesAt.get(place) ?? []);
    for (const device of known.length > 0 ? known : [places[0]]) troubles.set(device, reason);
  }
  return [...troubles].map(([device, reason]) => ({ device, reason }));
}

function newAmong(after: readonly DeviceTrouble[], before: readonly DeviceTrouble[]): DeviceTrouble[] {
  const known = new Map(before.map(({ device, reason }) => [device, reason]));
  return after.filter(({ device, reason }) => known.get(device) !== reason);
}
