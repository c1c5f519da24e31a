import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteUser } from '../../src/features/users/delete-user.js';
import type { User } from '../../src/features/users/user-store.js';
import { purgeSessionsTask } from '../../src/jobs/tasks/purge-sessions.js';
import { newId } from '../../src/platform/ids.js';
import { authenticator, type AuthenticatorOverrides, type Authenticator } from '../support/authenticator.js';
import { refusedFor } from '../support/refusal.js';
import {
  createAcceptedUser,
  signInVisitor,
  visitor,
  type Visitor,
  type VisitResponse,
} from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  // Browsers accept passkeys only for host names.
  world = await startWorld({ REGROVE_HOST: 'localhost', REGROVE_TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => world.stop());
afterEach(() => world.server.setNow(undefined));

const origin = (): string => world.server.running.baseUrl;
const newUser = (): Promise<User> => createAcceptedUser(world.server, world.customer.account);

async function add(
  person: Visitor,
  device: Authenticator,
  answering?: AuthenticatorOverrides,
  name = 'A phone',
): Promise<VisitResponse> {
  const { body } = await person.app('POST', '/app/passkeys/options');
  const response = device.create(body.options, answering);
  return person.app('POST', '/app/passkeys', { name, challenge: body.challenge, response });
}

/** A user with a passkey, signed in. */
async function withPasskey(
  user?: User,
): Promise<{ user: User; person: Visitor; device: Authenticator; id: string }> {
  const owner = user ?? (await newUser());
  const person = await signInVisitor(world.server, owner);
  const device = authenticator(origin());
  const { status, body } = await add(person, device);
  expect(status).toBe(201);
  return { user: owner, person, device, id: body.id };
}

async function signIn(
  device: Authenticator,
  answering?: AuthenticatorOverrides & { userHandle?: string },
  next?: string,
): Promise<VisitResponse & { person: Visitor }> {
  const person = visitor(world.server);
  const { body } = await person.app('POST', '/app/sign-in/passkey/options');
  const response = device.get(body.options, answering);
  const sent = { challenge: body.challenge, response, ...(next !== undefined && { next }) };
  return { ...(await person.app('POST', '/app/sign-in/passkey', sent)), person };
}

describe('A passkey', () => {
  it('is added, named, listed and removed by its user, each with an entry in the audit trail', async () => {
    const { user, person, id } = await withPasskey();
    const { status, body } = await person.app('PATCH', `/app/passkeys/${id}`, { name: 'My phone' });
    expect([status, body.name]).toEqual([200, 'My phone']);
    expect((await person.get('/app/passkeys')).body).toEqual([
      { id, name: 'My phone', created_at: expect.any(String), last_used_at: null },
    ]);
    expect((await person.app('DELETE', `/app/passkeys/${id}`)).status).toBe(200);
    expect((await person.get('/app/passkeys')).body).toEqual([]);
    const entries = await world.server.sql<{ action: string; actor_id: string }>(
      'select action, actor_id from audit_entries where subject_id = $1 order by at, action',
      [id],
    );
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'passkey.create',
      'passkey.delete',
      'passkey.update',
    ]);
    expect(new Set(entries.map((entry) => entry.actor_id))).toEqual(new Set([user.id]));
  });

  it('signs in without a mail or an address, and is noted as used', async () => {
    const { user, person, device } = await withPasskey();
    const { status, setCookies, person: browser } = await signIn(device);
    expect([status, setCookies.length]).toEqual([200, 1]);
    expect((await browser.get('/app/session')).body.user.id).toBe(user.id);
    const [{ last_used_at: usedAt }] = (await person.get('/app/passkeys')).body;
    expect(usedAt).not.toBeNull();
    // Again, with the next count.
    expect((await signIn(device)).status).toBe(200);
  });

  it('signs in to the account whose screen the person wants, and belongs to all accounts of the address', async () => {
    const { user, device, id } = await withPasskey();
    const elsewhere = await createAcceptedUser(world.server, world.stranger.account, { email: user.email });
    const { person } = await signIn(device, undefined, `/accounts/${world.stranger.id}/orders`);
    expect((await person.get('/app/session')).body.user.id).toBe(elsewhere.id);
    expect((await person.get('/app/passkeys')).body).toMatchObject([{ id }]);
    const { body } = await person.app('POST', '/app/passkeys/options');
    expect(body.options.excludeCredentials).toMatchObject([{ id: device.credentialId }]);
    for (const next of ['//evil.example', 'https://evil.example'])
      expect((await signIn(device, undefined, next)).status).toBe(400);
  });

  it('moves to another account of the address if its user is removed, and is deleted with the last', async () => {
    const { user, device } = await withPasskey();
    const elsewhere = await createAcceptedUser(world.server, world.stranger.account, { email: user.email });
    const { context } = world.server.running.instance;
    await deleteUser(context, user.accountId, user.id);
    const { person } = await signIn(device);
    expect((await person.get('/app/session')).body.user.id).toBe(elsewhere.id);
    await deleteUser(context, elsewhere.accountId, elsewhere.id);
    expect(await signIn(device)).toMatchObject(refusedFor('passkey-unknown'));
    const newOwner = await createAcceptedUser(world.server, world.customer.account, { email: user.email });
    expect((await (await signInVisitor(world.server, newOwner)).get('/app/passkeys')).body).toEqual([]);
  });

  it('is refused from another page, for another host, without verification, or with an old count', async () => {
    const { device } = await withPasskey();
    expect((await signIn(device, { counter: 7 })).status).toBe(200);
    for (const answering of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { counter: 7 },
      { counter: 6 },
      { challenge: 'AAAA' },
    ])
      expect(await signIn(device, { counter: 20, ...answering })).toMatchObject(
        refusedFor('passkey-refused'),
      );
    expect((await signIn(device, { counter: 8 })).status).toBe(200);
  });

  it('answers each challenge once, within five minutes', async () => {
    const { device } = await withPasskey();
    const person = visitor(world.server);
    const { body } = await person.app('POST', '/app/sign-in/passkey/options');
    const sent = { challenge: body.challenge, response: device.get(body.options, { counter: 0 }) };
    expect((await person.app('POST', '/app/sign-in/passkey', sent)).status).toBe(200);
    expect(await person.app('POST', '/app/sign-in/passkey', sent)).toMatchObject(
      refusedFor('passkey-refused'),
    );
    const { body: late } = await person.app('POST', '/app/sign-in/passkey/options');
    const response = device.get(late.options, { counter: 0 });
    world.server.setNow(new Date(Date.now() + 6 * 60_000));
    expect(
      await person.app('POST', '/app/sign-in/passkey', { challenge: late.challenge, response }),
    ).toMatchObject(refusedFor('passkey-expired'));
    await purgeSessionsTask.run(world.server.running.instance.context, {
      payload: {},
      stopping: new AbortController().signal,
    });
    expect(await world.server.sql('select from used_passkey_challenges')).toEqual([]);
  });

  it('of another user does not sign in, whatever handle it claims', async () => {
    const { user } = await withPasskey();
    const { device } = await withPasskey();
    const other = Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url');
    expect(await signIn(device, { userHandle: other })).toMatchObject(refusedFor('passkey-unknown'));
    expect(await signIn(authenticator(origin()), { userHandle: other })).toMatchObject(
      refusedFor('passkey-unknown'),
    );
  });

  it('with the credential id of another does not get in the way of that one', async () => {
    const { user, device } = await withPasskey();
    const thief = await signInVisitor(
      world.server,
      await createAcceptedUser(world.server, world.stranger.account),
    );
    const copy = authenticator(origin(), Buffer.from(device.credentialId, 'base64url'));
    expect((await add(thief, copy)).status).toBe(201);
    const { person } = await signIn(device);
    expect((await person.get('/app/session')).body.user.id).toBe(user.id);
  });

  it('is added only by the user who asked for the challenge, on our page', async () => {
    const person = await signInVisitor(world.server, await newUser());
    const other = await signInVisitor(world.server, await newUser());
    const device = authenticator(origin());
    const { body } = await person.app('POST', '/app/passkeys/options');
    const sent = { name: 'x', challenge: body.challenge, response: device.create(body.options) };
    expect(await other.app('POST', '/app/passkeys', sent)).toMatchObject(refusedFor('passkey-expired'));
    for (const answering of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ])
      expect(await add(person, authenticator(origin()), answering)).toMatchObject(
        refusedFor('passkey-refused'),
      );
    expect((await person.app('POST', '/app/passkeys', sent)).status).toBe(201);
    expect(await person.app('POST', '/app/passkeys', sent)).toMatchObject(refusedFor('passkey-refused'));
    expect(await add(person, device)).toMatchObject({
      status: 400,
      body: { reason: { code: 'passkey-exists' } },
    });
    // A challenge to add one is none to sign in.
    const signing = {
      challenge: sent.challenge,
      response: device.get({ ...body.options, rpId: 'localhost' }),
    };
    expect(await person.app('POST', '/app/sign-in/passkey', signing)).toMatchObject(
      refusedFor('passkey-expired'),
    );
  });

  it('is seen, changed and removed by nobody else', async () => {
    const { person, id } = await withPasskey();
    const other = await signInVisitor(world.server, await newUser());
    expect((await other.get('/app/passkeys')).body).toEqual([]);
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      for (const one of [id, newId()])
        expect((await other.app(method, `/app/passkeys/${one}`, body)).status).toBe(404);
    expect((await person.get('/app/passkeys')).body).toMatchObject([{ id, name: 'A phone' }]);
    expect((await visitor(world.server).get('/app/passkeys')).status).toBe(401);
  });

  it('cannot be tried without end', async () => {
    const person = visitor(world.server);
    const attempts = await Promise.all(
      Array.from({ length: 121 }, () => person.app('POST', '/app/sign-in/passkey/options')),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([...Array<number>(120).fill(200), 429]);
  });

  it('is one of at most twenty', async () => {
    const { user, person } = await withPasskey();
    await world.server.sql(
      `insert into passkeys select account_id, gen_random_uuid(), user_id, 'c' || n, user_handle, public_key, 0, transports, name,
         created_at, null from passkeys, generate_series(1, 19) n where user_id = $1`,
      [user.id],
    );
    const { status, body } = await person.app('POST', '/app/passkeys/options');
    expect([status, body.reason]).toEqual([400, { code: 'too-many-passkeys', params: { max: 20 } }]);
  });

  it.each([
    [{}],
    [{ name: '', challenge: 'x', response: {} }],
    [{ name: 'x', challenge: 'x', response: { id: 'a b', rawId: 'a b', type: 'public-key', response: {} } }],
    [{ name: 'x'.repeat(101), challenge: 'x', response: {} }],
  ])('needs a body that makes sense, not %j', async (body) => {
    const person = await signInVisitor(world.server, await newUser());
    expect((await person.app('POST', '/app/passkeys', body)).status).toBe(400);
    expect((await person.app('POST', '/app/sign-in/passkey', body)).status).toBe(400);
  });
});
