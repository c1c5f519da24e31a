import { describe, expect, it } from 'vitest';
import { simulated } from '../../src/sources/simulated.js';
import { readFrom, type SourceResult } from '../support/read-source.js';

const read = (externalId: string, at: string | Date): Promise<SourceResult> =>
  readFrom(simulated, { url: 'http://127.0.0.1', externalId, now: new Date(at) });

const evening = (day: number): Date => new Date(Date.UTC(2026, 0, 1 + day, 21, 22));

/** The totals of each device on the evenings of a year. */
async function yearOf(externalId: string): Promise<(number | undefined)[][]> {
  const totals = new Map<string, (number | undefined)[]>();
  for (let day = 0; day < 365; day++)
    for (const { device, total } of (await read(externalId, evening(day))).readings) {
      const all = totals.get(device) ?? Array<number | undefined>(365).fill(undefined);
      all[day] = total;
      totals.set(device, all);
    }
  return [...totals.values()];
}

describe('Simulated devices', () => {
  it('are the same at the same time, and others with another seed', async () => {
    const at = '2026-03-04T12:00:00Z';
    const first = await read('devices=20,daily=500,seed=7', at);
    expect(first.readings.length + first.unreadable.length).toBe(20);
    expect(await read('devices=20,daily=500,seed=7', at)).toEqual(first);
    const other = await read('devices=20,daily=500,seed=8', at);
    expect(other.readings.map(({ total }) => total)).not.toEqual(first.readings.map(({ total }) => total));
    // On every machine: these figures must never change, because sandboxes continue to count from them.
    expect(first.readings.slice(0, 2)).toMatchInlineSnapshot(`
      [
        {
          "device": "SIM-7-1",
          "total": 1066396,
          "unit": "sheets",
        },
        {
          "device": "SIM-7-2",
          "total": 1066259,
          "unit": "sheets",
        },
      ]
    `);
  });

  it('print on working days, between morning and evening', async () => {
    const totalAt = async (at: string): Promise<number> =>
      (await read('devices=1,daily=500,seed=3', at)).readings[0]?.total ?? 0;
    const [friday, saturday, sunday, monday] = await Promise.all(
      ['2026-03-06T18:00Z', '2026-03-07T12:00Z', '2026-03-08T23:59Z', '2026-03-09T07:59Z'].map(totalAt),
    );
    expect([saturday, sunday, monday]).toEqual([friday, friday, friday]);
    expect(await totalAt('2026-03-09T13:00Z')).toBeGreaterThan(monday ?? 0);
    expect(await totalAt('2026-03-06T18:00Z')).toBeGreaterThan(await totalAt('2026-03-06T09:00Z'));
  });

  it('print about as much as they should', async () => {
    const [from, to] = await Promise.all(
      ['2026-01-05T00:00Z', '2027-01-04T00:00Z'].map((at) => read('devices=1,daily=500,seed=3', at)),
    );
    const pages = (to?.readings[0]?.total ?? 0) - (from?.readings[0]?.total ?? 0);
    expect(pages / 260).toBeGreaterThan(490);
    expect(pages / 260).toBeLessThan(510);
  });

  it('reset their counters, are replaced and fall silent', async () => {
    const devices = await yearOf('devices=100,daily=500,seed=7');
    // Replaced ones continue under another name.
    expect(devices.length).toBeGreaterThan(100);
    expect(devices.length).toBeLessThan(130);
    const known = (totals: (number | undefined)[]): number[] => totals.filter((one) => one !== undefined);
    const resets = devices.filter((totals) =>
      known(totals).some((one, index, all) => one < (all[index - 1] ?? 0)),
    );
    expect(resets.length).toBeGreaterThan(3);
    expect(resets.length).toBeLessThan(40);
    const silent = devices.filter((totals) => {
      const first = totals.findIndex((one) => one !== undefined);
      const last = totals.findLastIndex((one) => one !== undefined);
      return totals.slice(first, last).includes(undefined);
    });
    expect(silent.length).toBeGreaterThan(10);
  });

  it('never print backwards, but for resets', async () => {
    for (const totals of await yearOf('devices=30,daily=7,seed=11')) {
      const known = totals.filter((one) => one !== undefined);
      for (const [index, total] of known.entries()) {
        const before = known[index - 1] ?? 0;
        // A reset begins at 0, and is at most a day's pages further in the evening.
        if (total < before) expect(total).toBeLessThan(7 * 2);
        else expect(Number.isSafeInteger(total)).toBe(true);
      }
    }
  });

  it('describe what is wrong with their external id', () => {
    expect(simulated.externalIdError?.('devices=20,daily=500,seed=7')).toBeUndefined();
    for (const text of [
      '',
      'devices=20',
      'devices=501,daily=1,seed=1',
      'devices=1,daily=0,seed=1',
      ' devices=1,daily=1,seed=1',
    ])
      expect(simulated.externalIdError?.(text)).toMatch(/must be like devices=20,daily=500,seed=7/);
  });
});
