import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Has Vite bundle it, in a process of its own: beside it the database is prepared. */
export async function bundleDashboard(web, folder) {
  const { resolve } = createRequire(join(web, 'package.json'));
  // The program is no module that could be asked for by name: it stands beside its package's description.
  const vite = join(resolve('vite/package.json'), '..', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  // What is built is the same whoever asks for it: a test, say, or a shell with settings of its own.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 2, 2] });
  const [status, signal] = await once(child, 'close');
  if (status !== 0) throw new Error(`vite build ended with ${signal ?? `exit code ${status}`}`);
}
