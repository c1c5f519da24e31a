import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withCleanup } from '../cleanup.mjs';

const program = fileURLToPath(new URL('bare-fastify.mjs', import.meta.url));

/**
 * Runs the bare Fastify as a separate process on the database of the installation; it reads the deposits of the
 * account and executes the given inserts.
 */
export async function startBare({ dataDir }, connection, { account = '', inserts = [] }) {
  const { created, undo } = withCleanup(async () => {
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        CERT: join(dataDir, 'tls', 'cert.pem'),
        KEY: join(dataDir, 'tls', 'key-and-cert.pem'),
        PGOPTIONS_JSON: JSON.stringify(connection),
        ACCOUNT: account,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // Too long for an environment variable.
    child.stdin.end(JSON.stringify(inserts));
    const exited = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) {
      const [, port] = /^listening (\d+)/.exec(line) ?? [];
      if (port) return { child, exited, url: `https://127.0.0.1:${port}` };
    }
    throw new Error('Fastify ended before it was ready');
  }, stop);
  const { url } = await created;
  return { url, stop: undo };
}

async function stop({ child, exited }) {
  child.kill('SIGTERM');
  await exited;
}
