import { request } from 'undici';
import { createKey } from '../../src/features/keys/create-key.js';
import { revisionNames } from '../../src/wire/revisions/index.js';
import { userAgent, type Json } from './api-client.js';
import type { World } from './world.js';

interface Sent {
  /** The one that the key is pinned to. */
  readonly revision: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export type RevisionRequests = Awaited<ReturnType<typeof revisionRequests>>;

/** Calls the server as the distributor, with a key of each revision. Unlike the API client, it translates nothing. */
export async function revisionRequests(world: World) {
  const { context } = world.server.running.instance;
  const entries = revisionNames.map(async (revision) => {
    const { key } = await createKey(context, world.distributor.account.id, { name: null, revision });
    return [revision, key] as const;
  });
  const keys = new Map(await Promise.all(entries));
  const send = async ({ revision, method = 'GET', path, body, headers = {} }: Sent) => {
    const answer = await request(world.server.url + path, {
      method,
      dispatcher: world.server.agent,
      headers: { authorization: `Bearer ${keys.get(revision) ?? ''}`, 'user-agent': userAgent, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as Json };
  };
  const post = (revision: string, path: string, body: unknown) =>
    send({ revision, method: 'POST', path, body });
  return { send, post };
}
