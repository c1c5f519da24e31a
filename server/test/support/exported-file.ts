import { request } from 'undici';
import type { Visitor } from './visitor.js';
import type { World } from './world.js';

/** A file that a person exports from the dashboard. */
export async function exportedFile({ server }: World, who: Visitor, account: string, path: string) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { statusCode, headers, body } = await request(
    `${server.running.baseUrl}/app/accounts/${account}/exports/${path}`,
    { dispatcher: server.agent, headers: { cookie, 'x-regrove-app': '1' } },
  );
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}
