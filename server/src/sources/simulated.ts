import { dayMs } from '../platform/time/durations.js';
import type { Connection, Reading, Source } from '@regrove/printers/source';
import { SourceError } from '@regrove/printers/source-error';

/** What the external id says: how many devices, how many pages each prints on a working day, and the seed of their faults. */
interface Fleet {
  readonly devices: number;
  readonly daily: number;
  readonly seed: number;
}

const limits = { devices: [1, 500], daily: [1, 100_000], seed: [0, 2 ** 31 - 1] } as const;

function fleetOf(text: string): Fleet | undefined {
  const found = /^devices=(\d{1,3}),daily=(\d{1,6}),seed=(\d{1,10})$/.exec(text);
  if (!found) return undefined;
  const [devices = 0, daily = 0, seed = 0] = found.slice(1).map(Number);
  const isWithin = (value: number, [min, max]: readonly [number, number]): boolean =>
    value >= min && value <= max;
  const isValid =
    isWithin(devices, limits.devices) && isWithin(daily, limits.daily) && isWithin(seed, limits.seed);
  return isValid ? { devices, daily, seed } : undefined;
}

/** Devices that print on working days, reset their counters, are replaced and fall silent, as the seed says. */
export const simulated: Source = {
  isSimulated: true,
  defaultPorts: {},
  needsExternalId: true,
  externalIdError: (text) =>
    fleetOf(text)
      ? undefined
      : `must be like devices=20,daily=500,seed=7, with at most ${limits.devices[1]} devices and ${limits.daily[1]} pages`,
  read: readFleet,
};

// oxlint-disable-next-line typescript/require-await -- sources are read asynchronously
async function* readFleet(connection: Connection): AsyncGenerator<Reading, void, undefined> {
  const { externalId, now } = connection;
  yield* simulatedReadings(externalId ?? '', now, (device, error) => {
    connection.reportUnreadable(device, error);
  });
}

/** What the devices that the text describes say at this time. */
export function* simulatedReadings(
  text: string,
  now: Date,
  reportUnreadable: (device: string, error: unknown) => void = () => undefined,
): Generator<Reading, void, undefined> {
  const fleet = fleetOf(text);
  if (!fleet) throw new SourceError('settings', 'the external id does not describe devices');
  for (let index = 0; index < fleet.devices; index++) {
    const { device, total, isSilent } = stateOf(fleet, index, now);
    if (isSilent) reportUnreadable(device, new SourceError('noReading', 'the device does not answer'));
    else yield { device, total, unit: 'sheets' };
  }
}

/** One device in this many has a fault of the kind, and then one about as often. */
const oneIn = { swapped: 10, reset: 8, silent: 60 };
/** Working days between two faults of the same device. */
const swapEvery = 300;
const resetEvery = 200;
const silentDays = 5;

function stateOf(
  { daily, seed }: Fleet,
  index: number,
  now: Date,
): { readonly device: string; readonly total: number; readonly isSilent: boolean } {
  const random = (what: string, of: number): number => hash(`${seed} ${index} ${what}`) % of;
  const { day, part } = workingTime(now);
  const swaps = random('swaps', oneIn.swapped) === 0;
  const generation = swaps ? Math.floor((day + random('swap', swapEvery)) / swapEvery) : 0;
  const resets = random('resets', oneIn.reset) === 0;
  const sinceReset = resets ? (day + random('reset', resetEvery)) % resetEvery : undefined;
  const isSilent = random(`silent ${Math.floor(day / silentDays)}`, oneIn.silent) === 0;
  // Pages up to the beginning of a day. What a device prints on a day varies by up to half.
  const pagesBefore = (one: number): number =>
    one * daily + (random(`pages ${one}`, 1_000) / 1_000) * (daily / 2);
  const printed = (one: number, of: number): number =>
    pagesBefore(one) + of * (pagesBefore(one + 1) - pagesBefore(one));
  const since = sinceReset === undefined ? 0 : pagesBefore(day - sinceReset);
  return {
    device: `SIM-${seed}-${index + 1}${generation === 0 ? '' : `-${generation}`}`,
    total: Math.floor(printed(day, part) - since),
    isSilent,
  };
}

/** A Monday. */
const firstDay = Date.UTC(2018, 0, 1);
const openingHour = 8;
const hoursOpen = 10;

/** The number of working days before today, and the part of today that is over. Nothing is printed at weekends. */
function workingTime(now: Date): { readonly day: number; readonly part: number } {
  const days = Math.floor((now.getTime() - firstDay) / dayMs);
  const [weeks, weekday] = [Math.floor(days / 7), days % 7];
  // Still Friday evening: a device that is silent or replaced is so from Monday on.
  if (weekday >= 5) return { day: weeks * 5 + 4, part: 1 };
  const hours = now.getUTCHours() + now.getUTCMinutes() / 60;
  return { day: weeks * 5 + weekday, part: Math.min(1, Math.max(0, (hours - openingHour) / hoursOpen)) };
}

/** FNV-1a: evenly distributed, and the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  // The lowest bits of similar texts are alike.
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
