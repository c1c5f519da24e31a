import { execFileSync, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { community, snmpd, startPrinterAgent } from '../../server/test/support/printer-agent.js';
import { until } from '../../server/test/support/until.js';
import { add } from '../src/commands.js';
import { addCredential } from '../src/credentials.js';
import { listQueue } from '../src/queue.js';
import { makeHome, startAgent } from './support/agents.js';
import { startRegrovePeer } from './support/regrove-peer.js';

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

it.skipIf(!canMount || snmpd.missing)('Who asks for a reading is told if it cannot be stored', async () => {
  const home = await makeHome();
  const peer = await startRegrovePeer();
  const printer = await startPrinterAgent({ printers: [{ serial: 'ASKED-1', markers: [['sheets', 5]] }] });
  const { queue } = home.directory;
  // Only the queue is full, so that everything else goes on.
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'none', queue]);
  const fill = (): void => void spawnSync('dd', ['if=/dev/zero', `of=${join(queue, 'full')}`, 'bs=1k']);
  const totals = (): number[] => peer.taken.flat().map(({ total }) => total);
  try {
    await startAgent(home, peer, new Date());
    await addCredential(home.directory, { version: '2c', secret: community }, home.seal);
    await add(home.directory, [printer.address]);
    fill();
    expect(await home.run('read', '--now')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is lost: make room on the disk'),
    });
    await rm(join(queue, 'full'));
    const agent = home.start('run');
    await until('the first reading', () => peer.taken.length === 1);
    // What was sent leaves room.
    await until('the queue to be empty', async () => (await listQueue(home.directory)).length === 0);
    fill();
    expect(await home.run('read', '--now')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('how the reading went cannot be stored: make room on the disk'),
    });
    await printer.show([{ serial: 'ASKED-1', markers: [['sheets', 9]] }]);
    await rm(join(queue, 'full'));
    expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
    expect(totals().at(-1)).toBe(9);
    await agent.stop();
  } finally {
    execFileSync('umount', [queue]);
    await printer.stop();
    await peer.stop();
    await home.remove();
  }
});
