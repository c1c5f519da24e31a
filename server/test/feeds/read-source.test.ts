import { describe, expect, it } from 'vitest';
import { readSource } from '../../src/features/feeds/collecting/read-source.js';
import { createNetworkPolicy } from '../../src/platform/net/network-policy.js';
import type { Connection, Reading, Source } from '../../../printers/src/source.js';
import { SourceError } from '../../../printers/src/source-error.js';

type Read = Source['read'];

/** Reads a source to its end, and collects what is logged. */
function reading(read: Read, signal = AbortSignal.timeout(30_000), scope: object = {}) {
  const told: object[] = [];
  const log = { info: (facts: object) => void told.push(facts) };
  const context = { log, network: createNetworkPolicy([]), secrets: {}, clock: () => new Date(), ...scope };
  const source: Source = {
    defaultPorts: { 'http:': 80 },
    needsExternalId: false,
    read,
    ...('sandbox' in scope && { isSimulated: true as const }),
  };
  const server = {
    id: 'server',
    accountId: 'a',
    url: 'http://printers.example',
    username: '',
    passwordSealed: null,
  };
  const readings = readSource(
    context as unknown as Parameters<typeof readSource>[0],
    { source, server, externalId: null } as unknown as Parameters<typeof readSource>[1],
    signal,
  );
  const all = async (): Promise<Reading[]> => {
    const found: Reading[] = [];
    for await (const one of readings) found.push(one);
    return found;
  };
  return { all, told };
}

const one = (device: string): Reading => ({ device, total: 1, unit: 'sheets' });
const error = new SourceError('noReading', 'it has no total');

function* devices(count = Infinity): Generator<Reading> {
  for (let number = 0; number < count; number++) yield one(`device ${number}`);
}

/** A source that never waits. */
const saying = (list: (connection: Connection) => Iterable<Reading>): Read =>
  async function* (connection) {
    for (const found of list(connection)) yield await Promise.resolve(found);
  };

describe('A source that is read', () => {
  it('may have many unreadable devices; the log has the first ones and their number', async () => {
    const { all, told } = reading(
      saying(function* (connection) {
        for (const { device } of devices(5_000)) connection.reportUnreadable(device, error);
        yield one('good');
      }),
    );
    expect(await all()).toEqual([one('good')]);
    expect(told).toHaveLength(21);
    expect(told[0]).toMatchObject({ device: 'device 0', reason: 'SourceError: it has no total' });
    expect(told.at(-1)).toMatchObject({ devices: 5_000 });
  });

  it('logs no unreadable device in a sandbox, however many there are', async () => {
    const { all, told } = reading(
      saying(function* (connection) {
        for (const { device } of devices(30)) connection.reportUnreadable(device, error);
        yield one('good');
      }),
      undefined,
      { sandbox: { id: 'sandbox' } },
    );
    expect(await all()).toEqual([one('good')]);
    expect(told).toEqual([]);
  });

  it('fails with the error of its first device if none can be read', async () => {
    const { all } = reading(
      saying((connection) => {
        connection.reportUnreadable('first', error);
        connection.reportUnreadable('second', new Error('another'));
        return [];
      }),
    );
    await expect(all()).rejects.toBe(error);
  });

  it.each([
    [100_001, 0],
    [0, 100_001],
    [50_001, 50_000],
  ])('is given up with %i unreadable and %i readable devices', async (unreadable, listed) => {
    const { all } = reading(
      saying((connection) => {
        for (const { device } of devices(unreadable)) connection.reportUnreadable(device, error);
        return devices(listed);
      }),
    );
    await expect(all()).rejects.toMatchObject({ reason: 'tooMany', message: /too many/ });
  });

  it.each([
    ['nothing', ''],
    ['a control character', 'a\u0000b'],
    ['an unpaired surrogate', 'a\ud800'],
    ['too many characters', 'a'.repeat(256)],
  ])('has an unreadable device if its name or address has %s', async (_, name) => {
    const origin = { address: name, slot: '', serial: 'S', uuid: undefined };
    const good = 'ä'.repeat(255);
    const { all, told } = reading(saying(() => [one(name), { ...one('S'), origin }, one(good)]));
    expect(await all()).toEqual([one(good)]);
    expect(told).toHaveLength(2);
    await expect(reading(saying(() => [one(name)])).all()).rejects.toMatchObject({ reason: 'noReading' });
  });

  it('lets timers run, although it never waits itself', async () => {
    const { all } = reading(
      saying(() => devices()),
      AbortSignal.timeout(1),
    );
    await expect(all()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
