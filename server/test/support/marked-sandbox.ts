import type { Account } from '../../src/features/accounts/account.js';
import { findAnyAccount } from '../../src/features/accounts/account-store.js';
import { contextIn } from '../../src/features/sandboxes/open-sandbox.js';
import { findSandbox, type Sandbox } from '../../src/features/sandboxes/sandbox-store.js';
import { runSandbox } from '../../src/jobs/sandbox/run-sandbox.js';
import type { Context } from '../../src/database/context.js';
import { apiClient, type ApiClient } from './api-client.js';
import { createAcceptedUser, signInVisitor, type Visitor } from './visitor.js';
import type { World } from './world.js';

/** A sandbox of the distributor, as its integrator and a user of the distributor see it. */
export interface MarkedSandbox {
  readonly id: string;
  /** Its root account, in the sandbox. */
  readonly account: Account;
  readonly api: ApiClient;
  readonly user: Visitor;
  /** Of its pages: /sandbox/ID. */
  readonly root: string;
  context(): Promise<Context>;
  advance(to: string): Promise<void>;
}

export async function startSandbox({ server, distributor }: World): Promise<MarkedSandbox> {
  const live = server.running.instance.context;
  const { body } = await distributor.api.post('/sandboxes', { name: 'Evergreen' });
  const sandbox = (await findSandbox(live.db, body.id)) as Sandbox;
  const context = (): Promise<Context> => contextIn(live, sandbox);
  const api = apiClient(server, body.key);
  const never = new AbortController().signal;
  return {
    id: sandbox.id,
    account: (await findAnyAccount((await context()).db, body.account_id)) as Account,
    api,
    user: await signInVisitor(server, await createAcceptedUser(server, distributor.account)),
    root: `/sandbox/${sandbox.id}`,
    context,
    advance: async (to) => {
      await api.post('/sandbox/advance', { to });
      await runSandbox(live, sandbox, { turn: never, stopping: never });
    },
  };
}
