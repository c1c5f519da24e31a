import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withCleanup } from '../cleanup.mjs';

// Fetched on demand: the project is neither built nor tested with it.
const command = ['exec', '--yes', '--package=@stoplight/prism-cli@5.14.2', '--', 'prism', 'mock'];

/** A mock of the API, generated from its OpenAPI document. */
export async function startMock(document) {
  const folder = await withCleanup(
    () => mkdtemp(join(tmpdir(), 'regrove-mock-')),
    (made) => rm(made, { recursive: true, force: true }),
  ).created;
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const { created, undo } = withCleanup(async () => {
    const port = await freePort();
    // Without request logs, it does not report that it is ready either.
    const quiet = ['--verboseLevel', 'warn'];
    const child = spawn('npm', [...command, '--host', '127.0.0.1', '--port', String(port), ...quiet, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // npm starts it through other processes: all of them are stopped together.
      detached: true,
    });
    const exited = once(child, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await answering(url, child);
    return { child, exited, url };
  }, stop);
  const { url } = await created;
  return { url, stop: undo };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answering(url, child) {
  const until = performance.now() + 180_000;
  while (performance.now() < until && child.exitCode === null) {
    if (await fetch(url).catch(() => undefined)) return;
    await pause(200);
  }
  throw new Error('The mock did not start');
}

async function stop({ child, exited }) {
  process.kill(-child.pid, 'SIGTERM');
  await exited;
}
