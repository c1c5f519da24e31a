import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveAccountSettings } from '../../src/features/accounts/account-settings-store.js';
import { apiClient } from '../support/api-client.js';
import { unknownId } from '../support/refusal.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

it('requests whose lookups are batched each get their own response', async () => {
  const members: TestAccount[] = [];
  for (let count = 0; count < 5; count++) members.push(await world.newAccount());
  const made = await Promise.all(
    numbers(60).map(async (pages) => {
      const by = members[pages % members.length] as TestAccount;
      const { status, body } = await by.api.post('/deposits', { pages });
      expect(status).toBe(200);
      expect(body).toMatchObject({ pages, account_id: by.id });
      return { id: body.id as string, pages, by };
    }),
  );
  await Promise.all(
    made.flatMap(({ id, pages, by }, index) => {
      const other = members[(members.indexOf(by) + 1) % members.length] as TestAccount;
      const wrong = index % 2 === 0 ? `${by.key.slice(0, -4)}AAAA` : unknownId;
      return [
        by.api.get(`/deposits/${id}`).then(({ status, body }) => {
          expect({ status, id: body.id, pages: body.pages }).toEqual({ status: 200, id, pages });
        }),
        other.api.get(`/deposits/${id}`).then(({ status }) => {
          expect(status).toBe(404);
        }),
        by.api.get(`/deposits/${unknownId}`).then(({ status }) => {
          expect(status).toBe(404);
        }),
        apiClient(world.server, wrong)
          .get(`/deposits/${id}`)
          .then(({ status }) => {
            expect([401, 429]).toContain(status);
          }),
      ];
    }),
  );
});

it('concurrent offsets each have their own price and project', async () => {
  const { forest, complete } = world.projects;
  const [dear, usual] = [await world.newAccount(), await world.newAccount()];
  const { context } = world.server.running.instance;
  await context.db.transaction((tx) =>
    saveAccountSettings(tx, dear.account.id, { rate: '0.5', carbonProjectIds: [] }),
  );
  const answers = await Promise.all(
    numbers(40).map(async (pages) => {
      const by = pages % 2 === 0 ? dear : usual;
      const project = pages % 5 === 0 ? complete : forest;
      const { status, body } = await by.api.post('/biomass/offsets', { pages, project_id: project });
      return { status, pages: body.pages as number, requested: pages, isOpen: project === forest };
    }),
  );
  for (const { status, pages, requested, isOpen } of answers) {
    expect(status).toBe(isOpen ? 200 : 400);
    if (isOpen) expect(pages).toBe(requested);
  }
  const rows = await world.server.sql(
    `select bool_and((price = pages * 0.5) = (account_id = $1)) as right
     from biomass_offsets where account_id in ($1, $2) group by account_id`,
    [dear.id, usual.id],
  );
  expect(rows).toEqual([{ right: true }, { right: true }]);
});
