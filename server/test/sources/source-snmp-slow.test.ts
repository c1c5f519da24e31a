import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeUdpPort } from '../support/ports.js';
import { type PrinterAgent, snmpd, startPrinterAgent } from '../support/printer-agent.js';
import { readBySnmp } from '../support/read-snmp.js';
import { type SlowAgent, startSlowAgent } from '../support/slow-agent.js';

/** A host that receives requests and never answers. */
async function deadHost(): Promise<SlowAgent> {
  const socket = createSocket('udp4');
  socket.bind(await freeUdpPort(), '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
}

describe.skipIf(snmpd.missing)('a printer that answers slowly', () => {
  let agent: PrinterAgent;
  let slow: SlowAgent;
  beforeAll(async () => {
    agent = await startPrinterAgent({ printers: [{ serial: 'SLOW-1', markers: [['sheets', 4711]] }] });
    slow = await startSlowAgent(agent, 3_000);
  });
  afterAll(async () => {
    slow.stop();
    await agent.stop();
  });

  const read = async (externalId: string, isInteractive: boolean) => {
    const { readings, unreadable } = await readBySnmp('snmp://127.0.0.1', { externalId, isInteractive });
    return { readings: readings.map(({ device, total }) => [device, total]), unreadable };
  };

  it('is read if no one is waiting', async () => {
    expect(await read(slow.address, false)).toEqual({ readings: [['SLOW-1', 4711]], unreadable: [] });
  });

  it('is read by its third attempt', async () => {
    const late = await startSlowAgent(agent, 11_500);
    expect(await read(late.address, false)).toEqual({ readings: [['SLOW-1', 4711]], unreadable: [] });
    late.stop();
  });

  it('is given up early if someone is waiting', async () => {
    expect(await read(slow.address, true)).toEqual({
      readings: [],
      unreadable: [[slow.address, 'noAnswer']],
    });
  });

  it('does not delay others, nor does one that never answers', async () => {
    const quick = await startPrinterAgent({ printers: [{ serial: 'QUICK-1', markers: [['sheets', 5]] }] });
    const dead = await deadHost();
    const { readings, unreadable } = await read(`${dead.address},${slow.address},${quick.address}`, false);
    // In the order in which they answer.
    expect(readings).toEqual([
      ['QUICK-1', 5],
      ['SLOW-1', 4711],
    ]);
    expect(unreadable).toEqual([[dead.address, 'noAnswer']]);
    dead.stop();
    await quick.stop();
  });

  it('is read among many that never answer, whose number does not add up to the time it takes', async () => {
    const dead = await Promise.all(Array.from({ length: 120 }, deadHost));
    const began = performance.now();
    const { readings, unreadable } = await read([...dead, slow].map(({ address }) => address).join(), false);
    expect(readings).toEqual([['SLOW-1', 4711]]);
    expect(unreadable.map(([, reason]) => reason)).toEqual(dead.map(() => 'noAnswer'));
    // 8 rounds of 1.8 s for 16 hosts each, then 2 of 15 s for 64 each. One after the other, they would take half an hour.
    expect(performance.now() - began).toBeLessThan(90_000);
    for (const host of dead) host.stop();
  });
});
