import type { Account, Role } from '../../src/features/accounts/account.js';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { newId } from '../../src/platform/ids.js';
import { upsertCarbonProject } from '../../src/features/projects/carbon-project-store.js';
import { upsertForestryProject } from '../../src/features/projects/forestry-project-store.js';
import { apiClient, type ApiClient } from './api-client.js';
import { revision } from './revision.js';
import { startTestServer, type TestServer } from './test-server.js';

/** An account with its own key. */
export interface TestAccount {
  readonly id: string;
  readonly account: Account;
  readonly key: string;
  readonly keyId: string;
  readonly api: ApiClient;
}

export interface World {
  readonly server: TestServer;
  readonly distributor: TestAccount;
  /** Below the distributor. */
  readonly channel: TestAccount;
  /** Below the channel. */
  readonly customer: TestAccount;
  /** A distributor that is unrelated to the others. */
  readonly stranger: TestAccount;
  /** Two active forestry projects and a completed one. */
  readonly projects: { readonly forest: string; readonly grove: string; readonly complete: string };
  /** Two active carbon projects at 10 and 20 per tonne, and a completed one. */
  readonly carbon: { readonly stoves: string; readonly mangroves: string; readonly complete: string };
  /** A new account with a key, without a parent unless one is given. */
  newAccount(role?: Role, parent?: TestAccount): Promise<TestAccount>;
  stop(): Promise<void>;
}

/** A running server with a few related accounts and some projects: the starting point of most tests. */
export async function startWorld(env: Record<string, string> = {}): Promise<World> {
  const server = await startTestServer(env);
  const { context } = server.running.instance;
  let count = 0;

  const member = async (role: Role = 'customer', parent?: TestAccount): Promise<TestAccount> => {
    const name = `${role} ${String(++count)}`;
    const account = await createAccount(context, parent?.account, role, { name });
    const { key, id: keyId } = await createKey(context, account.id, { name: null, revision });
    return { id: account.id, account, key, keyId, api: apiClient(server, key) };
  };
  const forestry = async (name: string, status: 'active' | 'complete' = 'active'): Promise<string> => {
    const id = newId();
    await context.db.transaction((tx) =>
      upsertForestryProject(tx, {
        id,
        name,
        status,
        forestLatitude: -4.75,
        forestLongitude: 38.48,
        contentLogo: 'https://img.example/logo.png',
        contentMasthead: 'https://img.example/masthead.jpg',
        contentIntroduction: 'An introduction',
        contentBodyHtml: '<p>A body</p>',
        contentImages: ['https://img.example/1.jpg'],
        capacityTrees: null,
        createdAt: context.clock(),
      }),
    );
    return id;
  };
  const carbonProject = async (name: string, price: string, status: 'active' | 'complete' = 'active') => {
    const id = newId();
    await context.db.transaction((tx) =>
      upsertCarbonProject(tx, {
        id,
        name,
        type: 'Energy efficiency',
        registryName: 'Gold Standard',
        pricePerTonne: price,
        status,
        createdAt: context.clock(),
      }),
    );
    return id;
  };

  const distributor = await member('distributor');
  const channel = await member('channel', distributor);
  return {
    server,
    distributor,
    channel,
    customer: await member('customer', channel),
    stranger: await member('distributor'),
    projects: {
      forest: await forestry('Forest'),
      grove: await forestry('Grove'),
      complete: await forestry('Planted out', 'complete'),
    },
    carbon: {
      stoves: await carbonProject('Stoves', '10'),
      mangroves: await carbonProject('Mangroves', '20'),
      complete: await carbonProject('Sold out', '5', 'complete'),
    },
    newAccount: member,
    stop: () => server.stop(),
  };
}
