import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { make } from '../cleaning-up.mjs';

// Fetched for the occasion: it is nothing that the project is built or tested with.
const command = ['exec', '--yes', '--package=@stoplight/prism-cli@5.14.2', '--', 'prism', 'mock'];

/** A mock of the API, made from its OpenAPI document. */
export async function startMock(document) {
  const folder = await make(
    () => mkdtemp(join(tmpdir(), 'regrove-mock-')),
    (made) => rm(made, { recursive: true, force: true }),
  ).making;
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const { making, undo } = make(async () => {
    const child = spawn(
      'npm',
      [...command, '--host', '127.0.0.1', '--port', '0', '--verboseLevel', 'warn', file],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        // npm starts it by way of others: all of them are stopped together.
        detached: true,
      },
    );
    const exited = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /listening on (http:\S+)/.exec(line) ?? [];
      if (url) {
        child.stdout.resume();
        return { child, exited, url };
      }
    }
    throw new Error('The mock ended before it was ready');
  }, stop);
  const { url } = await making;
  return { url, stop: undo };
}

async function stop({ child, exited }) {
  process.kill(-child.pid, 'SIGTERM');
  await exited;
}
