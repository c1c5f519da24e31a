import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const server = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(server, 'dist', '.built');

/** Compiles what is not compiled, or older than its source. Says so on standard error: standard output is the command's. */
export async function buildIfStale() {
  const source = join(server, 'src');
  // A package without sources was built before it was shipped.
  if (!existsSync(source)) return;
  const started = new Date();
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= newest(source)) return;

  console.error('Building Regrove (only after a change) ...');
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--build', server], { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error('The build failed.');
    process.exit(1);
  }
  writeFileSync(stamp, '');
  // What is saved while the compiler runs is newer than this, and built the next time.
  utimesSync(stamp, started, started);
}

function newest(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return Math.max(
    statSync(folder).mtimeMs,
    ...entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs;
    }),
  );
}
