import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Runs Vite in a separate process, because the database is prepared at the same time. */
export async function bundleDashboard(web, folder) {
  const { resolve } = createRequire(join(web, 'package.json'));
  // The program is not exported by the package, so it is found relative to package.json.
  const vite = join(resolve('vite/package.json'), '..', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  // The output must not depend on the caller's environment, such as a test or a customized shell.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 2, 2] });
  const [status, signal] = await once(child, 'close');
  if (status !== 0) throw new Error(`vite build ended with ${signal ?? `exit code ${status}`}`);
}
