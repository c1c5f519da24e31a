import { readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeTemporaryFiles } from '../src/directory.js';
import { makeHome, type Home } from './support/agents.js';

const uuid = '01234567-89ab-4cde-8f01-23456789abcd';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

it('What killed processes were writing is removed, and nothing else', async () => {
  const { path, queue, setAside, state, inventory, lock, changeLock } = home.directory;
  const old = new Date(Date.now() - 120_000);
  const [abandoned, kept] = [
    [
      `${state}.${uuid}.new`,
      `${inventory}.${uuid}.new`,
      `${lock}.${uuid}`,
      `${changeLock}.${uuid}`,
      join(path, `probe-${uuid}`),
      join(path, `probe-${uuid}.${uuid}.new`),
      join(queue, `a.json.${uuid}.new`),
      join(setAside, `a.json.${uuid}.new`),
    ],
    [state, inventory, lock, join(path, 'notes.new'), join(setAside, `000000000001-1-1-${uuid}.json`)],
  ];
  for (const file of [...abandoned, ...kept]) {
    await writeFile(file, '');
    await utimes(file, old, old);
  }
  // Another command may just be writing it.
  const fresh = `${inventory}.${uuid.replace('0', '1')}.new`;
  await writeFile(fresh, '');
  await removeTemporaryFiles(home.directory);
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual([...kept, fresh].map((file) => basename(file)).sort());
});
