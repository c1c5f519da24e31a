import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';
import {
  createAcceptedUser,
  signInVisitor,
  createInvitedUser,
  visitor,
  type VisitResponse,
  type Visitor,
} from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

const limit = 5;

let world: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_RATE_LIMIT: String(limit), REGROVE_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => world.stop());

const ask = (person: Visitor, email: string): Promise<VisitResponse> =>
  person.app('POST', '/app/sign-in', { email });

let count = 0;
const address = (): string => `requested${String(++count)}@example.com`;

function expectLater(answer: VisitResponse): void {
  expectRefusal(answer, 429, /^Too many sign-in links were requested: wait \d+ s$/);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(answer.setCookies).toEqual([]);
}

describe('Sign-in links', () => {
  it('can be requested 20 times in 15 minutes by one client, for any addresses', async () => {
    const person = visitor(world.server);
    for (let i = 0; i < 20; i++) expect((await ask(person, address())).status).toBe(202);
    expectLater(await ask(person, address()));
    expect((await ask(visitor(world.server), address())).status).toBe(202);
  });

  it('can be requested 5 times for one address, known or not, by any client and in any case', async () => {
    const { email: known } = await createAcceptedUser(world.server, world.customer.account);
    for (const email of [known, address()]) {
      for (let i = 0; i < 5; i++) expect((await ask(visitor(world.server), email)).status).toBe(202);
      expectLater(await ask(visitor(world.server), email.toUpperCase()));
    }
  });

  it('have a small body limit, because no key is required', async () => {
    const long = `${'x'.repeat(10_000)}@example.com`;
    expectRefusal(await ask(visitor(world.server), long), 400, /at most 8 KiB/);
  });

  it('that are refused are not sent', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(visitor(world.server), email)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const jobs = await world.server.sql(
      `select from graphile_worker._private_jobs where payload->>'email' = $1`,
      [email],
    );
    expect(jobs).toHaveLength(5);
  });
});

describe('The rate limit of a session', () => {
  it('is separate: it covers the API and the dashboard, and not other sessions and keys of the account', async () => {
    const user = await createInvitedUser(world.server, world.customer.account);
    const [person, other] = [
      await signInVisitor(world.server, user),
      await signInVisitor(world.server, user),
    ];
    for (let i = 0; i < limit; i++) {
      const { status, headers } = await person.get(i % 2 ? '/v1/account' : '/app/session');
      expect([status, headers['ratelimit-remaining']]).toEqual([200, String(limit - 1 - i)]);
    }
    for (const path of ['/v1/account', '/app/session']) {
      const refused = await person.get(path);
      expectRefusal(refused, 429, /5 requests per minute/);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await other.get('/v1/account')).status).toBe(200);
    expect((await world.customer.api.get('/account')).status).toBe(200);
  });

  it('follows it to another account', async () => {
    const user = await createInvitedUser(world.server, world.customer.account);
    const there = await createAcceptedUser(world.server, world.stranger.account, { email: user.email });
    const person = await signInVisitor(world.server, user);
    for (let i = 0; i < limit - 1; i++) expect((await person.get('/v1/account')).status).toBe(200);
    const moved = await person.app('PATCH', '/app/session', { account_id: there.accountId });
    expect(moved.status).toBe(200);
    expectRefusal(await person.get('/v1/account'), 429);
  });
});
