import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
/** Signed in to the channel. */
let person: Visitor;
beforeAll(async () => {
  world = await startWorld();
  person = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
afterAll(() => world.stop());

const csv = (text: string): object => ({ csv: text });

describe('A refusal', () => {
  it('is {code, error} for a key, even with the header of the app', async () => {
    for (const headers of [{}, { 'x-regrove-app': '1' }]) {
      const { status, body } = await world.channel.api.post('/deposits', { pages: 'x' }, { headers });
      expect([status, Object.keys(body)]).toEqual([400, ['code', 'error']]);
    }
  });

  it.each([
    ['/v1/deposits', {}, { code: 'required', field: 'pages' }],
    ['/v1/deposits', { pages: 'many' }, { code: 'not-a-number', field: 'pages' }],
    ['/v1/deposits', { pages: 1.5 }, { code: 'not-whole', field: 'pages' }],
    ['/v1/deposits', { pages: 1, width: 0 }, { code: 'not-positive', field: 'width' }],
    [
      '/v1/deposits',
      { pages: 1, gsm: 0 },
      { code: 'out-of-range', field: 'gsm', params: { min: 1, max: 10_000 } },
    ],
    ['/v1/deposits', { pages: 1, date: 'soon' }, { code: 'not-a-date', field: 'date' }],
    ['/v1/deposits', { pages: 1, date: '1969-01-01' }, { code: 'date-out-of-range', field: 'date' }],
    ['/v1/users', { email: 'nobody' }, { code: 'not-an-email', field: 'email' }],
    ['/v1/accounts', { name: ' ' }, { code: 'required', field: 'name' }],
    ['/v1/accounts', { name: 'a\u0007b' }, { code: 'bad-characters', field: 'name' }],
    ['/v1/accounts', { name: 'x'.repeat(256) }, { code: 'too-long', field: 'name', params: { max: 255 } }],
    ['/v1/quotes', { items: [] }, { code: 'required', field: 'project_id' }],
    ['/v1/orders', { items: [{ quantity: 5 }, {}] }, { code: 'required', field: 'items[1].quantity' }],
    ['/v1/servers', { type: 'snmp', url: 'x', username: 'u' }, { code: 'bad-url', field: 'url' }],
  ])('of a field of %s names the field and the reason for our own app: %j', async (path, sent, reason) => {
    const { status, body } = await person.app('POST', path, sent);
    expect([status, body]).toEqual([400, { code: 400, error: expect.any(String), reason }]);
  });

  it("of an unknown or another account's resource is the same", async () => {
    for (const id of [world.stranger.id, '0190ffff-ffff-7fff-8fff-ffffffffffff', 'x']) {
      const { status, body } = await person.app('GET', `/v1/accounts/${id}`, undefined);
      expect([status, body.reason]).toEqual([404, { code: 'not-found' }]);
    }
  });

  it('of a file contains what is wrong with its lines', async () => {
    const path = `/app/accounts/${world.channel.id}/deposit-imports`;
    const text = 'pages;date\nx;\n5;2026-99-01\n5\n';
    const { body: preview } = await person.app('POST', `${path}/preview`, csv(text));
    expect(preview.lines.map(({ faults: [{ reason }] }: Json) => reason)).toEqual([
      { code: 'not-a-number', field: 'sheets', params: { value: 'x' } },
      { code: 'not-a-date', field: 'date', params: { value: '2026-99-01' } },
      { code: 'field-count', field: null, params: { fields: 1, expected: 2 } },
    ]);
    const { body } = await person.app('POST', path, csv(text));
    expect(body.reason).toMatchObject({
      code: 'lines-wrong',
      params: { more: 0 },
      lines: [
        { line: 2, reason: { code: 'not-a-number', field: 'sheets' } },
        { line: 3, reason: { code: 'not-a-date', field: 'date' } },
        { line: 4, reason: { code: 'field-count' } },
      ],
    });
    const file = { csv: 'pages\n1\n', columns: { sheets: 'Bogen' } };
    const header = await person.app('POST', path, file);
    expect(header.body.reason).toEqual({ code: 'columns-missing', params: { columns: 'Bogen' } });
  });

  it('is passed unchanged out of a worker thread', async () => {
    const { threadTask } = await import('../../src/platform/thread-task.js');
    const { makePictures } = await import('../../src/platform/images/make-pictures.js');
    expect(await threadTask(makePictures)(Buffer.from('no picture'))).toMatchObject({
      refusal: { kind: 'invalid', reason: { code: 'picture-format' } },
    });
  });
});
