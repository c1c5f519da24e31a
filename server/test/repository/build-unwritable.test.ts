import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnRecorded } from '../support/regrove-process.js';

/** Root can write anywhere, so the process must run as another user to be refused. */
const nobody = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Those that a build writes to. */
const folders = ['', 'printers', 'server', 'verify'];

let checkout: string;
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'regrove-checkout-'));
  for (const folder of ['bin', 'build'])
    await cp(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), join(checkout, 'server', folder), {
      recursive: true,
    });
  for (const file of ['package.json', 'package-lock.json', 'server/package.json'])
    await writeFile(join(checkout, file), '{"type": "module"}');
  await mkdir(join(checkout, 'server', 'src', 'main'), { recursive: true });
  await writeFile(join(checkout, 'server', 'src', 'main', 'regrove.ts'), '');
  for (const folder of ['printers', 'verify'])
    await mkdir(join(checkout, folder, 'src'), { recursive: true });
  for (const folder of folders) await chmod(join(checkout, folder), 0o555);
});
afterAll(async () => {
  for (const folder of folders) await chmod(join(checkout, folder), 0o755);
  await rm(checkout, { recursive: true });
});

it('A checkout that is not built, and that this user cannot build, is reported in one sentence', async () => {
  const program = join(checkout, 'server', 'bin', 'regrove.js');
  const { code, stdout, stderr } = await spawnRecorded(process.execPath, [program, '--version'], {}, asOther)
    .ending;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `Regrove cannot be built into ${join(checkout, 'server', 'dist')}: this user may not write there\n`,
  );
});
