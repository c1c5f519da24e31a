import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../../server/test/support/printer-agent.js';
import { type SlowAgent, startSlowAgent } from '../../../server/test/support/slow-agent.js';
import type { Printer } from '../../src/inventory.js';
import { policyOf } from '../../src/network.js';
import { readPrinters } from '../../src/read.js';

const off = Array.from({ length: 950 }, (_, at) => `127.88.${Math.floor(at / 250)}.${(at % 250) + 1}`);

describe.skipIf(snmpd.missing)('1,000 printers, most of them switched off and the others asleep', () => {
  let agent: PrinterAgent;
  let asleep: SlowAgent[];
  beforeAll(async () => {
    agent = await startPrinterAgent({ printers: [{ markers: [['sheets', 4711]] }] });
    asleep = await Promise.all(Array.from({ length: 50 }, () => startSlowAgent(agent, 3_000)));
  });
  afterAll(async () => {
    for (const one of asleep) one.stop();
    await agent.stop();
  });

  it('are all tried within two minutes, to the last', async () => {
    const at = (address: string, port: number): Printer => ({
      protocol: 'snmp',
      address,
      port,
      credential: '1',
      foundBy: 'hand',
    });
    const printers = [
      ...off.map((address) => at(address, agent.port)),
      ...asleep.map(({ address }) => at('127.0.0.1', Number(address.split(':')[1]))),
    ];
    const began = performance.now();
    const { readings, trouble } = await readPrinters(printers, {
      network: policyOf({ ranges: ['127.0.0.0/8'], leftOut: [] }),
      credentials: new Map([['1', community]]),
      clock: () => new Date(),
      signal: new AbortController().signal,
    });
    const seconds = (performance.now() - began) / 1_000;
    expect(readings.map(({ device }) => device).sort()).toEqual(asleep.map(({ address }) => address).sort());
    expect(new Set(trouble.map(({ reason }) => reason))).toEqual(new Set(['noAnswer']));
    expect(trouble).toHaveLength(off.length);
    expect(seconds).toBeLessThan(120);
  });
});
