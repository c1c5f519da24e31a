import type { LocatedReading } from './queue.js';
import type { Trouble } from './state.js';

/** What the API takes. */
const maxIdLength = 255;
const maxSlotLength = 200;
/** Of a reason in a report. */
const maxReasonLength = 255;
const maxListed = 3;

/**
 * The readings in the order in which to send them, and what is to be told about them. Printers with the same serial number come first, so
 * that they are in one request: the server counts one of them, and remembers that there are several.
 */
export function sortReadings(found: readonly LocatedReading[]): {
  readings: LocatedReading[];
  trouble: Trouble[];
} {
  const isFit = ({ device, origin }: LocatedReading): boolean =>
    device.length <= maxIdLength && origin.slot.length <= maxSlotLength;
  const readings = withoutRepeated(found.filter(isFit));
  const bySerial = groupsOf(readings, 'serial');
  const byUuid = groupsOf(readings, 'uuid');
  const alike: LocatedReading[] = [];
  const apart: LocatedReading[] = [];
  const trouble = found
    .filter((one) => !isFit(one))
    .map(({ origin }) => ({
      address: origin.address,
      reason: 'its id or its path is too long',
    }));
  for (const one of readings) {
    const { address, serial = '', uuid = '' } = one.origin;
    const reason =
      likenessTo(othersAmong(bySerial.get(serial), one), `serial number`, serial) ??
      likenessTo(othersAmong(byUuid.get(uuid), one), 'UUID', uuid);
    if (reason === undefined) apart.push(one);
    else {
      alike.push(one);
      trouble.push({ address, reason });
    }
  }
  return { readings: [...alike, ...apart], trouble };
}

/** Queues of one address are the same printer; the first one by name stands for it. */
function withoutRepeated(found: readonly LocatedReading[]): LocatedReading[] {
  const inOrder = [...found].sort((a, b) => a.origin.slot.localeCompare(b.origin.slot, 'en'));
  const first = new Map<string, LocatedReading>();
  for (const one of inOrder) {
    const { address, slot } = one.origin;
    const place = JSON.stringify([one.device, address, slot.startsWith(':') ? '' : slot]);
    if (!first.has(place)) first.set(place, one);
  }
  return [...first.values()];
}

function groupsOf(
  readings: readonly LocatedReading[],
  id: 'serial' | 'uuid',
): ReadonlyMap<string, LocatedReading[]> {
  const groups = new Map<string, LocatedReading[]>();
  for (const one of readings) {
    const value = one.origin[id];
    const group = groups.get(value ?? '');
    if (group) group.push(one);
    else if (value !== undefined) groups.set(value, [one]);
  }
  return groups;
}

/** Not more than are told. Queues of a server may share a serial number, but each has a UUID of its own then. */
function othersAmong(group: readonly LocatedReading[] | undefined, one: LocatedReading): string[] {
  const others: string[] = [];
  for (const other of group ?? []) {
    if (others.length > maxListed) break;
    const { address, uuid = one.origin.uuid } = other.origin;
    if (other !== one && uuid === (one.origin.uuid ?? uuid)) others.push(address);
  }
  return others;
}

function likenessTo(others: readonly string[], what: string, id: string): string | undefined {
  if (others.length === 0) return undefined;
  const listed = `${others.slice(0, maxListed).join(', ')}${others.length > maxListed ? ', …' : ''}`;
  return `has the same ${what} as ${listed}: ${id}`.slice(0, maxReasonLength).toWellFormed();
}
