import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles what shifts the clock of processes that preload it. Throws without a C compiler. */
export function compileShiftedClock() {
  // Not in memory: programs cannot be run from there on every machine.
  const folder = mkdtempSync('/var/tmp/shift-clock-');
  // PostgreSQL runs as another user, and the loader skips what that user cannot read.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const library = join(folder, 'shift-clock.so');
  const source = fileURLToPath(new URL('../../../scripts/shift-clock.c', import.meta.url));
  const options = ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'];
  if (spawnSync('cc', options, { stdio: 'inherit' }).status === 0) return { folder, library, remove };
  remove();
  throw new Error('Shifting clocks needs a C compiler: apt-get install gcc libc6-dev');
}

export const canShiftClocks = () => spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;
