import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresPrograms } from '../debian-postgres.js';
import type { MovingClock } from './moving-clock.js';

/**
 * A folder with the programs of PostgreSQL, whose server uses the clock. Patroni, which starts it, does not: it would take a jump for
 * the end of its lock.
 */
export async function shiftedPostgres({ folder, env }: MovingClock): Promise<string> {
  const programs = join(folder, 'postgres');
  await mkdir(programs);
  for (const name of await readdir(postgresPrograms))
    if (name !== 'postgres') await symlink(join(postgresPrograms, name), join(programs, name));
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const wrapper = join(programs, 'postgres');
  const server = join(postgresPrograms, 'postgres');
  await writeFile(wrapper, `#!/bin/sh\nexec env ${settings.join(' ')} ${server} "$@"\n`);
  await chmod(wrapper, 0o755);
  await chmod(programs, 0o755);
  return programs;
}
