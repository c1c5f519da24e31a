import { request } from 'undici';
import { revokeKey } from '../../src/features/keys/revoke-key.js';
import { userAgent } from './api-client.js';
import { createResources, type Resources } from './resources.js';
import { revisionFor } from './revision.js';
import { startWorld, type TestAccount, type World } from './world.js';

/** A member with one of every resource. */
export interface ResourceOwner {
  readonly member: TestAccount;
  readonly resources: Resources;
}

export interface RelatedAccounts {
  readonly world: World;
  readonly holders: Readonly<Record<Name, ResourceOwner>>;
  readonly revokedKey: string;
}

const names = [
  'distributor',
  'channel',
  'otherChannel',
  'customer',
  'otherCustomer',
  'inactive',
  'stranger',
] as const;
export type Name = (typeof names)[number];

/** The accounts that each account can access besides itself. */
const below: Readonly<Partial<Record<Name, readonly Name[]>>> = {
  distributor: ['channel', 'otherChannel', 'customer', 'otherCustomer', 'inactive'],
  channel: ['customer', 'otherCustomer', 'inactive'],
};

export const inaccessibleTo = (caller: Name): Name[] =>
  names.filter((name) => name !== caller && !below[caller]?.includes(name));

/** Distributors, channels and customers that are strangers, parents and siblings of each other. */
export async function startRelatedAccounts(): Promise<RelatedAccounts> {
  // Lets each request come from its own address: refused keys are counted per address.
  const world = await startWorld({ REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
  const { distributor, channel, customer, stranger } = world;
  const members: Record<Name, TestAccount> = {
    distributor,
    channel,
    customer,
    stranger,
    otherChannel: await world.newAccount('channel', distributor),
    otherCustomer: await world.newAccount('customer', channel),
    inactive: await world.newAccount('customer', channel),
  };
  const holders: Partial<Record<Name, ResourceOwner>> = {};
  for (const name of names) {
    holders[name] = { member: members[name], resources: await createResources(world, members[name]) };
  }
  await channel.api.post(`/accounts/${members.inactive.id}/deactivate`);
  const revoked = await world.newAccount();
  await revokeKey(world.server.running.instance.context, revoked.account.id, revoked.keyId);
  return { world, holders: holders as Record<Name, ResourceOwner>, revokedKey: revoked.key };
}

/** What only the account itself and the accounts above it may see. */
export function secretsOf({ world, holders }: RelatedAccounts, name: Name): string[] {
  const { member, resources } = holders[name];
  const shared = new Set<string>([...Object.values(world.projects), ...Object.values(world.carbon)]);
  return [member.id, member.account.name, ...Object.values(resources).filter((id) => !shared.has(id))];
}

let count = 0;

export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly type: unknown;
}

/** Sends a request with any credentials or none; returns the response as text, and its content type. */
export async function sendAs(
  { world: { server } }: RelatedAccounts,
  authorization: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawResponse> {
  const answer = await request(server.url + path, {
    method,
    dispatcher: server.agent,
    headers: {
      'user-agent': userAgent,
      'api-revision': revisionFor(path, undefined),
      'x-forwarded-for': `2001:db8:1::${(++count).toString(16)}`,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, text, type: answer.headers['content-type'] };
}

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
