import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOffsets } from '../support/billing.js';
import { exportedFile } from '../support/exported-file.js';
import { readXlsx } from '../support/read-xlsx.js';
import { createInvitedUser, signInVisitor, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
});
afterAll(() => world.stop());

it('An exported list that is long is complete', async () => {
  const many = await world.newAccount('customer', world.channel);
  await insertOffsets(world.server, many, world.projects.forest, 12_500);
  const inCsv = await exportedFile(world, holder, many.id, 'offsets?format=csv');
  const rows: string[][] = parse(inCsv.bytes.toString('utf8'), { bom: true });
  expect(rows.slice(1).map(([, , pages]) => Number(pages))).toEqual(
    Array.from({ length: 12_500 }, (_, index) => 12_500 - index),
  );
  const workbook = await exportedFile(world, holder, many.id, 'offsets?format=xlsx&sort=date');
  const { sheets } = readXlsx(workbook.bytes);
  expect(sheets[0]?.slice(1).map((row) => Number(row[2]?.value))).toEqual(
    Array.from({ length: 12_500 }, (_, index) => index + 1),
  );
});
