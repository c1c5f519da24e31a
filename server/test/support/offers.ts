import { expect } from 'vitest';
import type { Json } from './api-client.js';
import { visitor, type Visitor, type VisitResponse } from './visitor.js';
import type { TestAccount, World } from './world.js';

/** A quote of the member, for sheets of the default size. */
export const requestQuote = async (
  { projects }: World,
  member: TestAccount,
  quantity: number,
  externalId?: string,
): Promise<Json> =>
  (
    await member.api.post('/quotes', {
      project_id: projects.forest,
      items: [{ quantity }],
      ...(externalId !== undefined && { external_id: externalId }),
    })
  ).body;

export const linkPathOf = (member: TestAccount, quoteId: unknown): string =>
  `/app/accounts/${member.id}/quotes/${String(quoteId)}/link`;

/** The path of the page that the link leads to. */
export async function createLinkAs(seller: Visitor, path: string): Promise<string> {
  const { status, body } = await seller.app('POST', path);
  expect(status).toBe(200);
  return new URL(body.url).pathname;
}

export const acceptOffer = (
  { server }: World,
  path: string,
  headers: Record<string, string> = {},
): Promise<VisitResponse> =>
  visitor(server).visit('POST', path, {
    form: {},
    headers: { origin: server.running.baseUrl, 'sec-fetch-site': 'same-origin', ...headers },
  });
