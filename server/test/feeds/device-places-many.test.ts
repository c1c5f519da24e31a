import { expect, it } from 'vitest';
import { decidePlaces } from '../../src/features/feeds/identity/decide-places.js';
import type { DeviceRecord } from '../../src/features/feeds/identity/device-record.js';
import type { Observation } from '../../src/features/feeds/identity/observation.js';

/** The devices of a hostile tenant, at some addresses with many slots each. */
type Describe = (number: number) => Pick<Observation, 'device' | 'serial'>;

const slots = 100;
const observe = (count: number, describe: Describe): Observation[] =>
  Array.from({ length: count }, (_, number) => ({
    address: `10.0.0.${Math.floor(number / slots)}`,
    slot: String(number % slots),
    uuid: null,
    isByJobs: false,
    formerName: undefined,
    ...describe(number),
  }));

/** The same records, which count how often a field is read. */
function counting<One extends DeviceRecord>(records: readonly One[], reads: { count: number }): One[] {
  return records.map(
    (record) =>
      new Proxy(record, {
        get(target, name, receiver): unknown {
          reads.count++;
          return Reflect.get(target, name, receiver);
        },
      }),
  );
}

/** How often fields are read to decide about a second collection, after a first one. */
function workOf(devices: number, first: Describe, second: Describe): number {
  const queried = { has: () => true };
  const known = { queried, overtaken: new Set<string>() };
  const before = observe(devices, first);
  const { places } = decidePlaces({ ...known, observations: before, places: [], devices: new Set() });
  const reads = { count: 0 };
  decidePlaces({
    ...known,
    observations: counting(observe(devices, second), reads),
    places: counting(places, reads),
    devices: new Set(before.map(({ device }) => device)),
  });
  return reads.count;
}

const one =
  (name: string): Describe =>
  () => ({ device: name, serial: name });
const each =
  (name: string): Describe =>
  (number) => ({ device: `${name}${number}`, serial: `${name}${number}` });
const unidentified: Describe = (number) => ({ device: `at ${number}`, serial: null });

it.each<[string, Describe, Describe]>([
  ['with one name, then with another', one('X'), one('Y')],
  ['with one name, then without an identity', one('X'), unidentified],
  ['with a name each, then with one', each('X'), one('Y')],
  ['with a name each, then with other ones', each('X'), each('Y')],
  ['with a name each, then without an identity', each('X'), unidentified],
  ['without an identity, twice', unidentified, unidentified],
])('Twice as many devices %s take twice as long to identify', (_, first, second) => {
  const [some, more] = [workOf(1_000, first, second), workOf(2_000, first, second)];
  expect(more / some).toBeLessThan(2.5);
});
