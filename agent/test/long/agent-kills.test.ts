import { readdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../server/test/support/faults/random.js';
import { pause } from '../../../server/test/support/pause.js';
import {
  community,
  snmpd,
  startPrinterAgent,
  type PrinterAgent,
} from '../../../server/test/support/printer-agent.js';
import { until } from '../../../server/test/support/until.js';
import { add } from '../../src/commands.js';
import { addCredential } from '../../src/credentials.js';
import { holderOf } from '../../src/lock.js';
import { makeHome, startAgent, type Home } from '../support/agents.js';
import { startRegrovePeer, type RegrovePeer } from '../support/regrove-peer.js';

// For a longer run: REGROVE_TEST_KILLS=100.
const kills = Number(process.env['REGROVE_TEST_KILLS'] ?? 30);
/** Mostly while it starts or reads; on a busy machine always. */
const maxLifeMs = 1_500;
/** After it has called the server: while it sends, waits for the answer, or stores it. */
const maxSendingMs = 150;

describe.skipIf(snmpd.missing)(`An agent that is killed ${kills} times`, () => {
  let home: Home;
  let peer: RegrovePeer;
  let printer: PrinterAgent;
  beforeAll(async () => {
    home = await makeHome();
    peer = await startRegrovePeer();
    printer = await startPrinterAgent({ printers: [{ serial: 'KILL-1', markers: [['sheets', 0]] }] });
    await startAgent(home, peer, new Date());
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await add(home.directory, [printer.address]);
  });
  afterAll(async () => {
    await printer.stop();
    await peer.stop();
    await home.remove();
  });

  it('loses and doubles nothing, and sends in order', async () => {
    const random = new Random();
    /** The keys of all batches that were seen in the queue. */
    const queued = new Set<string>();
    const callCount = (): number => peer.requests.filter(({ path }) => path.endsWith('/readings')).length;
    const look = async (): Promise<void> => {
      for (const file of await readdir(home.directory.queue))
        if (file.endsWith('.json')) queued.add(file.slice(-41, -5));
    };
    try {
      for (let kill = 1; kill <= kills; kill++) {
        await printer.show([{ serial: 'KILL-1', markers: [['sheets', kill]] }]);
        await writeFile(home.directory.request, '');
        peer.mode = (['usual', 'usual', 'swallow', 'drop'] as const)[random.upTo(4)] ?? 'usual';
        const calls = callCount();
        const agent = home.start('run');
        // Every second one has sent something, however slow the machine is.
        if (kill % 2 === 0) await until('a call of the agent', () => callCount() > calls);
        await pause(random.upTo(kill % 2 === 0 ? maxSendingMs : maxLifeMs));
        await agent.stop('SIGKILL');
        await look();
      }
      peer.mode = 'usual';
      await printer.show([{ serial: 'KILL-1', markers: [['sheets', kills + 1]] }]);
      const agent = home.start('run');
      // Or the command would find nobody who runs, read by itself, and the service be refused.
      await until('the agent to run', async () => (await holderOf(home.directory.lock)) === agent.pid);
      expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
      await until('the queue to be empty', async () => (await readdir(home.directory.queue)).length === 0);
      expect(await agent.stop()).toMatchObject({ code: 0 });
    } catch (error) {
      process.stderr.write(`To repeat: REGROVE_TEST_SEED=${random.seed} REGROVE_TEST_KILLS=${kills}\n`);
      throw error;
    }
    const totals = peer.taken.flat().map(({ total }) => total);
    expect(totals.at(-1)).toBe(kills + 1);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    // Enough of them came so far that the test means something.
    expect(peer.taken.length).toBeGreaterThan(kills / 5);
    expect([...queued].filter((key) => !peer.keys.includes(key))).toEqual([]);
    const times = peer.taken.flat().map(({ read_at }) => read_at);
    expect(new Set(times).size).toBe(times.length);
  });
});
