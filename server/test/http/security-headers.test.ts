import { connect } from 'node:tls';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInVisitor, createInvitedUser, visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const strict = 'max-age=31536000';

it('Every HTTPS response has nosniff and HSTS headers, including errors, pages and files', async () => {
  const { id: offsetId } = (await world.customer.api.post('/biomass/offsets', { pages: 100 })).body;
  const [certificate] = (await world.customer.api.get('/biomass/certificates')).body;
  const person = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.customer.account),
  );
  const anyone = visitor(world.server);
  const answers = [
    await world.customer.api.get('/account'),
    await world.customer.api.get('/deposits'),
    await world.customer.api.get(`/biomass/offsets/${offsetId}`),
    await world.customer.api.get('/no/such/path'),
    await world.customer.api.post('/deposits', { pages: 'x' }),
    await anyone.get('/v1/account'),
    await anyone.get('/v1/openapi.json'),
    await anyone.get('/v1/%zz'),
    await person.get('/app/session'),
    await person.get('/app/no/such/path'),
    await anyone.get('/app/session'),
    await anyone.get('/'),
    await anyone.get('/docs'),
    await anyone.get('/sign-in/x'),
    await anyone.get(`/certificates/${certificate.id}`),
    await anyone.get(`/certificates/${certificate.id}.pdf`),
    await anyone.get(`/accounts/${world.customer.id}/badge.svg`),
    await anyone.get('/no/such/page'),
    await anyone.get('/health/live'),
  ];
  for (const [index, { headers }] of answers.entries())
    expect([index, headers['x-content-type-options'], headers['strict-transport-security']]).toEqual([
      index,
      'nosniff',
      strict,
    ]);
});

it('The response to a request that is not HTTP has these headers as well', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { port } = world.server.running;
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
      socket.write('NO\r\n\r\n'),
    );
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', reject).on('close', () => {
      resolve(received);
    });
  });
  expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  expect(answer).toContain(`\r\nStrict-Transport-Security: ${strict}\r\n`);
});

it('Responses on the plain port have no HSTS header, which browsers would ignore', async () => {
  const base = `http://127.0.0.1:${world.server.running.httpPort}`;
  for (const path of ['/v1/account', '/app/session', '/', '/health/live', '/no/such/page']) {
    const { headers, body } = await request(base + path);
    await body.dump();
    expect([path, headers['x-content-type-options'], headers['strict-transport-security']]).toEqual([
      path,
      'nosniff',
      undefined,
    ]);
  }
});
