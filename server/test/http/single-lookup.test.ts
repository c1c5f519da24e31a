import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { createResources, pathTo, type Resources } from '../support/resources.js';
import { isOfSandboxes } from '../support/sandboxes.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

interface Holder {
  readonly member: TestAccount;
  readonly resources: Resources;
}

let world: World;
let operator: SignedInOperator;
let keeping: Holder;
let deleting: Holder;
beforeAll(async () => {
  world = await startWorld();
  operator = await signInOperator(world);
  const holder = async (): Promise<Holder> => {
    const member = await world.newAccount('channel', world.distributor);
    return { member, resources: await createResources(world, member) };
  };
  keeping = await holder();
  deleting = await holder();
});
afterAll(() => world.stop());

/** The lookups that a request made more than once: the same statement with the same values. */
async function repeatedIn(request: () => Promise<{ status: number }>): Promise<string[]> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect(await request()).toMatchObject({ status: 200 });
    const selects = (queries.mock.calls as unknown[][])
      .map(([query]) => query as { name?: string; text?: string; values?: unknown[] })
      .filter(({ name, text = '' }) => name !== undefined && /^\s*select\b/.test(text))
      .map(({ text, values }) => JSON.stringify([text, values]));
    expect(selects).not.toHaveLength(0);
    return selects.filter((one, index) => selects.indexOf(one) !== index);
  } finally {
    queries.mockRestore();
  }
}

/** Read again after locking: the previous lock holder may have changed them. */
const readOnceLocked = new Set(['placeOrder', 'deleteOrder', 'deleteQuote']);

const bodies: Record<string, object> = {
  createAgent: {},
  updateAccount: { display_name: 'Other' },
  updateFeed: { external_id: 'other' },
  updateServer: { username: 'other' },
  updateUser: { permission: 'restricted' },
  pushReadings: { readings: [{ device: 'a', total: 5 }] },
  replayWebhookEvents: { start_date: '2026-01-01', end_date: '2026-01-02' },
};

/** A delivery has its own test, which makes one, and so have agents, which alone can report. */
const isOfDelivery = ({ path }: { path: string }): boolean => /:(delivery|agent)_id|report$/.test(path);

const finding = routes.filter((route) => 'find' in route && !isOfSandboxes(route) && !isOfDelivery(route));

describe('The resource in the path is looked up once', () => {
  it.each(finding.map((route) => [route.operation, route] as const))(
    'by %s',
    async (operation, { method, path }) => {
      const { member, resources } = method === 'DELETE' ? deleting : keeping;
      const body = bodies[operation];
      const repeated = await repeatedIn(() =>
        member.api.call(method, pathTo(path, resources), body === undefined ? {} : { body }),
      );
      expect(repeated).toHaveLength(readOnceLocked.has(operation) ? 1 : 0);
    },
  );

  it.each([
    // Read again after locking, like those above.
    ['PATCH', 'accounts/:id', { rate: 0.02 }, 1],
    ['PATCH', 'forestry-projects/:id', { capacity_trees: 1_000_000 }, 0],
  ] as const)("by the operator's %s %s", async (method, path, body, times) => {
    const id = path.startsWith('accounts') ? keeping.member.id : world.projects.forest;
    const repeated = await repeatedIn(() => operator.send(method, path.replace(':id', id), body));
    expect(repeated).toHaveLength(times);
  });

  it('on every route with an id in its path that has a body or a single response', () => {
    const without = routes.filter((route) => 'handle' in route && route.path.includes('/:id') && !route.find);
    expect(without.map(({ operation }) => operation)).toEqual([]);
  });
});
