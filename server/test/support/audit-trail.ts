import { expect } from 'vitest';
import { listAuditEntries, type AuditEntry } from '../../src/features/audit/audit-store.js';
import type { Answer, Json } from './api-client.js';
import type { World } from './world.js';

export const password = 'correct-horse-battery';
export const newPassword = 'staple-and-toner';

let count = 0;
/** A number that nothing else has. */
const nextNumber = (): number => ++count;
export const uniqueName = (): string => `name ${String(nextNumber())}`;

export const okBody = (answer: Answer): Json => {
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

const items = [{ quantity: 1000 }];
const always = { from: new Date(0), until: new Date('2199-01-01'), limit: 100_000 };

/** Actions of the world's distributor, and the audit trail they leave. */
export function auditTrail(world: () => World) {
  const bodies = {
    account: () => ({ name: uniqueName() }),
    quote: () => ({ project_id: world().projects.forest, items }),
    order: () => ({ items, carbon_project_settings: [{ project_id: world().carbon.stoves }] }),
    server: () => ({ type: 'papercut', url: 'https://print.example', username: 'reader', password }),
    feed: () => ({ type: 'fmaudit' }),
    agentFeed: () => ({ type: 'agent' }),
    readings: () => ({ readings: [{ device: 'A', total: nextNumber() }] }),
    endpoint: () => ({ url: 'https://mis.invalid/', events: ['*'] }),
    user: () => ({ email: `${String(nextNumber())}@example.com` }),
  };
  const post = async (path: string, body?: unknown): Promise<Json> =>
    okBody(await world().distributor.api.post(path, body));
  /** Creates a resource and calls more actions on it; returns its id. */
  const creator =
    (path: string, body: () => unknown, ...then: string[]) =>
    async (): Promise<string> => {
      const { id } = await post(path, body());
      for (const verb of then) await post(`${path}/${String(id)}/${verb}`);
      return id as string;
    };
  const entriesOf = (accountId?: string): Promise<AuditEntry[]> =>
    listAuditEntries(world().server.running.instance.context.db, { accountId, ...always });
  /** The audit entries of all accounts that result from the work. */
  const entriesAfter = async (work: () => Promise<unknown>): Promise<AuditEntry[]> => {
    const known = new Set((await entriesOf()).map(({ id }) => id));
    await work();
    return (await entriesOf()).filter(({ id }) => !known.has(id));
  };
  return { bodies, post, creator, entriesOf, entriesAfter };
}
