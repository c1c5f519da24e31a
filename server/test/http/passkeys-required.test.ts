import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../support/authenticator.js';
import { refusedFor } from '../support/refusal.js';
import {
  linkFor,
  createAcceptedUser,
  signInVisitor,
  createInvitedUser,
  visitor,
} from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

describe('Where passkeys are required', () => {
  let required: World;
  beforeAll(async () => {
    required = await startWorld({ REGROVE_HOST: 'localhost', REGROVE_SIGN_IN: 'passkey' });
  });
  afterAll(() => required.stop());

  it('a link only serves to add one, which is the way in from then on', async () => {
    const { server, customer } = required;
    const user = await createInvitedUser(server, customer.account);
    const person = visitor(server);
    const link = await linkFor(server, user);
    expect((await person.get(link)).text).toContain('add a passkey');
    expect((await person.visit('POST', link, { form: {} })).status).toBe(303);
    const { body } = await person.get('/app/session');
    expect([body.user.id, body.session.awaits_passkey]).toEqual([user.id, true]);
    for (const [method, path] of [
      ['GET', '/v1/account'],
      ['GET', '/app/sessions'],
      ['PATCH', '/app/session'],
      ['GET', '/app/passkeys'],
      ['POST', '/v1/deposits'],
    ] as const)
      expect(await person.app(method, path, method === 'GET' ? undefined : {})).toMatchObject(
        refusedFor('passkey-required'),
      );
    const device = authenticator(server.running.baseUrl);
    const { body: asked } = await person.app('POST', '/app/passkeys/options');
    const response = device.create(asked.options);
    const added = await person.app('POST', '/app/passkeys', {
      name: 'x',
      challenge: asked.challenge,
      response,
    });
    expect(added.status).toBe(201);
    expect((await person.get('/v1/account')).status).toBe(200);
    const only = await person.app('DELETE', `/app/passkeys/${String(added.body.id)}`);
    expect([only.status, only.body.reason]).toEqual([400, { code: 'last-passkey' }]);
  });

  it('links cannot be requested', async () => {
    const { status, body } = await visitor(required.server).app('POST', '/app/sign-in', {
      email: 'someone@example.com',
    });
    expect([status, body.reason]).toEqual([403, { code: 'method-not-allowed' }]);
  });
});

describe('Where the public address has an IP address', () => {
  it('passkeys are not offered', async () => {
    const plain = await startWorld();
    try {
      const person = await signInVisitor(
        plain.server,
        await createAcceptedUser(plain.server, plain.customer.account),
      );
      expect((await person.get('/app/sign-in')).body).toEqual({ link: true, passkey_host: null, oidc: null });
      for (const path of ['/app/passkeys/options', '/app/sign-in/passkey/options'])
        expect(await person.app('POST', path)).toMatchObject(refusedFor('method-not-allowed'));
    } finally {
      await plain.stop();
    }
  });
});
