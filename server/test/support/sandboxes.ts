import { expect } from 'vitest';
import { runSandboxTask } from '../../src/jobs/tasks/sandboxes.js';
import type { Task } from '../../src/jobs/task.js';
import { apiClient, type ApiClient, type Json } from './api-client.js';
import type { TestServer } from './test-server.js';
import type { TestAccount, World } from './world.js';

/** Routes that only root accounts or keys of a sandbox can use: tests of every route with an ordinary key leave them out. */
export const isOfSandboxes = ({ path }: { readonly path: string }): boolean => path.startsWith('/sandbox');

export interface TestSandbox {
  readonly id: string;
  readonly accountId: string;
  readonly key: string;
  /** When it was created. */
  readonly now: string;
  readonly api: ApiClient;
}

export async function createSandbox(
  { server, distributor }: World,
  { api }: TestAccount = distributor,
  body: object = {},
): Promise<TestSandbox> {
  const answer = await api.post('/sandboxes', body);
  expect(answer).toMatchObject({ status: 200 });
  const { id, account_id: accountId, key, now } = answer.body;
  return { id, accountId, key, now, api: apiClient(server, key) };
}

/** Moves the clock and does what a worker does until it has arrived. */
export async function advanceTo(server: TestServer, sandbox: TestSandbox, to: string): Promise<void> {
  const started = await sandbox.api.post('/sandbox/advance', { to });
  expect(started).toMatchObject({ status: 200, body: { status: 'advancing', advancing_to: to } });
  await runToEnd(server, sandbox);
  expect((await sandbox.api.get('/sandbox')).body).toMatchObject({ now: to, status: 'ready' });
}

/** What a worker does with a job. */
export const runTask = ({ running }: TestServer, task: Task, payload: unknown = {}): Promise<void> =>
  task.run(running.instance.context, { payload, stopping: new AbortController().signal });

/** What a worker does with a sandbox, until nothing is due. */
export async function runToEnd(server: TestServer, { id, api }: TestSandbox): Promise<void> {
  do await runTask(server, runSandboxTask, { id });
  while ((await api.get('/sandbox')).body.status === 'advancing');
}

export const schemaOf = ({ id }: Pick<TestSandbox, 'id'>): string => `sandbox_${id.replaceAll('-', '')}`;

/** The accounts of a new sandbox, by name. */
export async function accountsOf({ api }: TestSandbox): Promise<Record<string, Json>> {
  const [channel] = (await api.get('/accounts')).body;
  const customers = (await api.get(`/accounts/${channel.id}/accounts`)).body;
  return Object.fromEntries([channel, ...customers].map((one: Json) => [one.name, one]));
}
