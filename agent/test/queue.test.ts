import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropOld, listQueue, listSetAside } from '../src/queue.js';
import { makeHome, type Home } from './support/agents.js';

const noon = new Date(2026, 2, 2, 12, 0).getTime();

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const put = (folder: string, order: number, part = 0) => {
  const [place, end] = [order, part].map((number) => String(number).padStart(12, '0'));
  return writeFile(join(folder, `${place}-2-${noon}-00000000-0000-4000-8000-${end}.json`), '{}');
};

it('A queue is bounded although the clock starts on the same day each time', async () => {
  for (let order = 1; order <= 370; order++) await put(home.directory.queue, order);
  expect(await dropOld(home.directory)).toBe(20);
  const left = await listQueue(home.directory);
  expect(left.map(({ order }) => order)).toEqual(Array.from({ length: 360 }, (_, at) => at + 11));
});

it('Many refused readings of one night are not dropped for it', async () => {
  for (let part = 1; part <= 370; part++) await put(home.directory.setAside, 1, part);
  expect(await dropOld(home.directory)).toBe(0);
  expect(await listSetAside(home.directory)).toHaveLength(370);
});
