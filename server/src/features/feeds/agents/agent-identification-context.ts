import type { TransactionContext } from '../../../database/context.js';
import { isIdentified } from '../identity/device-record.js';
import type { Observation } from '../identity/observation.js';
import { listPlaces } from '../identity/place-store.js';
import { unifyDeviceNames } from '../identity/unify-device-names.js';
import type { FoundPlaces, KnownPlaces, IdentificationContext } from '../identity/identification-context.js';
import type { Place } from '../identity/place.js';
import type { Feed } from '../feed-store.js';
import { agentAddress, agentOfAddress, agentAddressPrefix } from './agent-addresses.js';
import { listSendingAgents } from './agent-store.js';

/** Two nights in a row, with an hour each way. */
const sameNightMs = 36 * 3_600_000;

/**
 * Of what one agent has read, whose feed may have others that read at another time. What they read last counts as observed, so that a
 * name that two of them read is known to be at two places.
 *
 * @param called All addresses that the agent called, if it tells.
 */
export async function agentIdentificationContext(
  { db }: TransactionContext,
  { accountId, id: feedId }: Feed,
  agentId: string,
  { called, readAt }: { readonly called: readonly string[] | undefined; readonly readAt: Date },
): Promise<IdentificationContext> {
  const agents = await listSendingAgents(db, accountId, feedId);
  const listed = (called ?? []).map((address) => agentAddress(agentId, address));
  const own = called && new Set(listed);
  const isRecent = (time: Date): boolean => Math.abs(readAt.getTime() - time.getTime()) < sameNightMs;
  const seenByOthers = ({ places, counters }: KnownPlaces): Observation[] => {
    const recent = new Set(counters.filter(({ readAt: time }) => isRecent(time)).map(({ device }) => device));
    return places
      .filter(({ address }) => agentOfAddress(address) !== agentId && agents.has(agentOfAddress(address)))
      .filter((place) => place.state === 'home' && isIdentified(place) && recent.has(place.device))
      .map(({ state: _, ...place }) => ({ ...place, formerName: undefined }));
  };
  return {
    listed,
    queried: {
      has: (address) =>
        agentOfAddress(address) === agentId
          ? (own?.has(address) ?? true)
          : agents.has(agentOfAddress(address)),
    },
    findPlaces: async (observed) =>
      relatedPlaces(await listPlaces(db, accountId, feedId), agentAddressPrefix(agentId), observed),
    observe: (observed, known) => [...unifyDeviceNames(observed, known.places), ...seenByOthers(known)],
    findRestarts: ({ places, counters }) => {
      const placed = new Set(places.map(({ device }) => device));
      const counted = new Set(counters.map(({ device }) => device));
      const homes = new Map(
        places
          .filter(({ state }) => state === 'home' || state === 'left')
          // The first one.
          .toReversed()
          .map((place) => [place.device, place]),
      );
      return ({ device, origin, hasUniqueName }) => {
        // From before places were stored: of several places, nobody knows which one was counted. Names that are addresses are of one agent.
        const isOfOne = origin.serial === undefined && origin.uuid === undefined;
        if (!placed.has(device))
          return (!hasUniqueName || (agents.size > 1 && !isOfOne)) && counted.has(device);
        const home = homes.get(device);
        // A printer that is read by the other protocol has another counter.
        return (
          home !== undefined &&
          home.address !== origin.address &&
          (home.uuid === null) !== (origin.uuid === undefined)
        );
      };
    },
    limits: { places: 20_000, atAddress: 1_000 },
  };
}

/**
 * All places of devices that have one at an address that begins like this, or share a name or an identifier with what was observed: so
 * nothing of what decides about a device is missing. Chosen here, because PostgreSQL may compare such long lists one by one.
 */
function relatedPlaces(
  all: readonly Place[],
  addressPrefix: string,
  observed: readonly Observation[],
): FoundPlaces {
  const names = new Set(observed.map(({ device }) => device));
  const serials = new Set(observed.flatMap(({ serial }) => serial ?? []));
  const uuids = new Set(observed.flatMap(({ uuid }) => uuid ?? []));
  const isRelated = ({ device, address, serial, uuid }: Place): boolean =>
    address.startsWith(addressPrefix) ||
    names.has(device) ||
    (serial !== null && serials.has(serial)) ||
    (uuid !== null && uuids.has(uuid));
  const devices = new Set(all.filter(isRelated).map(({ device }) => device));
  const places = all.filter(({ device }) => devices.has(device));
  return { places, others: all.length - places.length };
}
