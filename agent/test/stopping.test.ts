import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../server/test/support/until.js';
import { refusalIn } from '../src/api.js';
import { enqueue, listQueue } from '../src/queue.js';
import { makeHome, startAgent, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const reading = { device: 'A', total: 1, unit: 'sheets' as const, read_at: '2026-03-02T12:00:00.000Z' };

let home: Home;
let peer: RegrovePeer;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
  await startAgent(home, peer, new Date());
  await enqueue(home.directory, peer.feedId, [reading], new Date());
  peer.mode = 'hang';
});
afterEach(async () => {
  await peer.stop();
  await home.remove();
});

const isCalled = (): boolean => peer.requests.some(({ path }) => path.endsWith('/readings'));

it('An agent ends when it is told to, although the server hangs', async () => {
  const agent = home.start('run');
  await until('it to send', isCalled);
  const began = performance.now();
  expect(await agent.stop()).toMatchObject({ code: 0, stderr: '' });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await listQueue(home.directory)).toHaveLength(1);
});

it('A command does not wait for an agent that was killed', async () => {
  const agent = home.start('run');
  await until('it to send', isCalled);
  const command = home.run('read', '--now');
  await until('it to be asked', async () => (await readdir(home.directory.path)).includes('read-now'));
  await agent.stop('SIGKILL');
  expect(await command).toMatchObject({ code: 1, stderr: expect.stringContaining('has ended') });
});

it('What the server says cannot control a terminal', () => {
  const body = { error: { message: '\u001b[2Jgone\u0007\nreadings' } };
  const said = refusalIn({ status: 400, body, retryAfter: undefined, date: undefined });
  expect(said).toMatch(/^400: .*gone/);
  expect(said).not.toMatch(/\p{Cc}/u);
});
