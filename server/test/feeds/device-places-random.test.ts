import { expect, it } from 'vitest';
import { countReading, type Counter } from '../../src/features/feeds/counting/count-reading.js';
import { decidePlaces } from '../../src/features/feeds/identity/decide-places.js';
import type { Place } from '../../src/features/feeds/identity/place.js';
import { Random } from '../support/faults/random.js';

interface Device {
  readonly serial: string | null;
  /** The probability that it reports its serial number. */
  readonly says: number;
  address: string;
  total: number;
  printed: number;
}

const days = 120;

/** Some devices have no serial number, some only report it sometimes, and some share one. */
function fleet(random: Random): Device[] {
  const device = (number: number, serial: string | null, says: number): Device => ({
    serial,
    says,
    address: `h${number}`,
    total: random.upTo(50_000),
    printed: 0,
  });
  return [
    ...Array.from({ length: 6 }, (_, number) => device(number, `S${number}`, 1)),
    device(6, 'SAME', 1),
    device(7, 'SAME', 1),
    device(8, 'SAME', 1),
    device(9, 'FLAKY-1', 0.6),
    device(10, 'FLAKY-2', 0.9),
    device(11, null, 0),
  ];
}

const replaced = ({ address }: Device): Device => ({ serial: 'NEW', says: 1, address, total: 5, printed: 0 });

/** Collects the fleet for some months, in which devices swap places, do not answer, or are removed from the feed. */
function live(random: Random) {
  const devices = fleet(random);
  // A move can only be noticed for devices that always report their serial number.
  const movers = devices.filter(({ serial }) => serial?.startsWith('S') === true && serial !== 'SAME');
  const replacedOn = 1 + random.upTo(days);
  const counters = new Map<string, Counter>();
  const counted = new Map<string, number>();
  const verdicts = new Set<string>();
  let places: readonly Place[] = [];
  let maxOfOne = 0;
  for (let day = 0; day < days; day++) {
    let most = 0;
    for (const device of devices) {
      const pages = random.upTo(300);
      device.total += pages;
      if (day > 0) device.printed += pages;
      if (day > 0 && device.serial === 'SAME') most = Math.max(most, pages);
    }
    maxOfOne += most;
    if (day === replacedOn) devices.push(...devices.splice(6, 1).map(replaced));
    const [one, other] = [movers[random.upTo(movers.length)], movers[random.upTo(movers.length)]];
    if (day > 0 && random.next() < 0.1 && one && other)
      [one.address, other.address] = [other.address, one.address];
    const isSilent = (): boolean => day > 0 && day < days - 1 && random.next() < 0.2;
    // A device without a serial number must stay in the feed: after a gap, it may be another one.
    const isAsked = ({ serial }: Device): boolean =>
      serial === null || day === 0 || day === days - 1 || random.next() < 0.95;
    const answering = devices
      .filter(isAsked)
      .map((device) => ({ device, isSilent: isSilent() }))
      .sort((a, b) => a.device.address.localeCompare(b.device.address));
    const heard = answering.filter((one) => !one.isSilent).map(({ device }) => device);
    const observations = heard.map(({ serial, says, address }) => {
      const said = random.next() < says ? serial : null;
      const base = { address, slot: '1', uuid: null, isByJobs: false, formerName: undefined };
      return { ...base, device: said ?? address, serial: said };
    });
    const outcome = decidePlaces({
      observations,
      queried: new Set(answering.map(({ device }) => device.address)),
      places,
      devices: new Set(counters.keys()),
      overtaken: new Set(),
    });
    places = outcome.places;
    const readAt = new Date(day * 86_400_000);
    for (const [index, { device, verdict }] of outcome.decisions.entries()) {
      verdicts.add(verdict);
      if (verdict === 'elsewhere' || verdict === 'incomplete') continue;
      if (verdict === 'begins') counters.delete(device);
      const total = heard[index]?.total ?? 0;
      const { pages, counter } = countReading(counters.get(device), {
        total,
        readAt,
        requestedAt: readAt,
        excludedAs: null,
      });
      counters.set(device, counter);
      counted.set(device, (counted.get(device) ?? 0) + pages);
    }
  }
  return { counted, devices, verdicts, maxOfOne };
}

it('No page is counted that was not printed, and none is lost if a device always reports its serial number', () => {
  const random = new Random();
  const verdicts = new Set<string>();
  for (let round = 0; round < 100; round++) {
    const outcome = live(random);
    const { counted, devices, maxOfOne } = outcome;
    for (const verdict of outcome.verdicts) verdicts.add(verdict);
    const printedBy = (name: string): number =>
      devices
        .filter(({ serial, address }) => (serial ?? address) === name)
        .reduce((sum, { printed }) => sum + printed, 0);
    const repeat = `To repeat: REGROVE_TEST_SEED=${random.seed}, round ${round}`;
    for (let number = 0; number < 6; number++)
      expect(counted.get(`S${number}`), repeat).toBe(printedBy(`S${number}`));
    expect(counted.get('h11'), repeat).toBe(printedBy('h11'));
    // Of the devices that share a name, one is counted at a time.
    expect(counted.get('SAME'), repeat).toBeLessThanOrEqual(maxOfOne);
    for (const [serial, address] of [
      ['FLAKY-1', 'h9'],
      ['FLAKY-2', 'h10'],
    ] as const)
      expect((counted.get(serial) ?? 0) + (counted.get(address) ?? 0), repeat).toBeLessThanOrEqual(
        printedBy(serial),
      );
  }
  expect(verdicts).toEqual(new Set(['counts', 'begins', 'elsewhere', 'incomplete']));
});
