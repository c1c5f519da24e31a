import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { csvRow } from '../../src/platform/text/csv-row.js';
import { updateAccount } from '../../src/features/accounts/update-account.js';
import type { Json } from '../support/api-client.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { tableDigests } from '../support/table-digests.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let userId: string;
/** A channel with two customers below it. */
let member: TestAccount;
let north: TestAccount;
let south: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  const user = await createInvitedUser(world.server, world.distributor.account);
  userId = user.id;
  holder = await signInVisitor(world.server, user);
});
afterAll(() => world.stop());
beforeEach(async () => {
  member = await world.newAccount('channel', world.distributor);
  north = await named(await world.newAccount('customer', member), 'north');
  south = await named(await world.newAccount('customer', member), 'south');
});

async function named(one: TestAccount, externalId: string): Promise<TestAccount> {
  await updateAccount(world.server.running.instance.context, one.account.id, { externalId });
  return one;
}

const post = (path: string, csv: string, key?: string): Promise<VisitResponse> =>
  holder.visit('POST', `/app/accounts/${member.id}/user-imports${path}`, {
    body: { csv },
    headers: { 'x-regrove-app': '1', ...(key !== undefined && { 'idempotency-key': key }) },
  });
const preview = async (csv: string): Promise<Json> => (await post('/preview', csv)).body;
const usersOf = async ({ api }: TestAccount): Promise<Json[]> => (await api.get('/users')).body;
const header = 'email,full_name,locale,permission,account';

describe('A file of users', () => {
  const good = `\uFEFF${header}\r\nann@example.com,"Ann ""A"", B.",de,restricted,north\r\nBob@Example.com,,,,\r\n`;

  it('is previewed first, and nothing is written', async () => {
    const before = await tableDigests(world.server);
    expect(await preview(good)).toEqual({
      good: 2,
      bad: 0,
      waiting: 0,
      lines: [
        {
          line: 2,
          user: {
            email: 'ann@example.com',
            full_name: 'Ann "A", B.',
            locale: 'de',
            permission: 'restricted',
            account: north.account.displayName,
          },
          faults: [],
        },
        {
          line: 3,
          user: {
            email: 'Bob@Example.com',
            full_name: null,
            locale: 'en',
            permission: 'full',
            account: null,
          },
          faults: [],
        },
      ],
    });
    expect(await tableDigests(world.server)).toEqual(before);
  });

  it('creates and invites everybody once, as the API would, with audit entries', async () => {
    const [first, again] = [await post('', good, 'key'), await post('', good, 'key')];
    expect([first.status, first.body]).toEqual([200, { created: 2, accounts: 2, waiting: 0 }]);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const [ann] = await usersOf(north);
    expect(ann).toMatchObject({ email: 'ann@example.com', full_name: 'Ann "A", B.', locale: 'de' });
    expect((await north.api.get(`/users/${String(ann.id)}?expand=permission`)).body.permission).toBe(
      'restricted',
    );
    expect(await usersOf(member)).toMatchObject([
      { email: 'Bob@Example.com', full_name: null, locale: 'en' },
    ]);
    const mails = await world.server.sql('select kind, address from mails where account_id = any($1)', [
      [north.id, member.id],
    ]);
    expect(mails).toHaveLength(2);
    const entries = await world.server.sql(
      `select action, actor_id from audit_entries where account_id = $1 and subject_id = $2`,
      [north.id, ann.id],
    );
    expect(entries).toEqual([{ action: 'user.create', actor_id: userId }]);
  });

  it.each([
    ['an address that is none', 'nobody,,,,', 'email', 'not-an-email'],
    ['no address', ',Somebody,,,', 'email', 'required'],
    ['an unknown language', 'a@example.com,,tlh,,', 'locale', 'not-in-list'],
    ['an unknown permission', 'a@example.com,,,admin,', 'permission', 'not-in-list'],
    ['a name that is too long', `a@example.com,${'x'.repeat(256)},,,`, 'full_name', 'too-long'],
    ['an unknown account', 'a@example.com,,,,nowhere', 'account', 'account-unknown'],
    ['an address that is in the file twice', 'GOOD@example.com,,,,', 'email', 'email-twice'],
  ])('is refused as a whole with %s, and the line and the column are named', async (_, line, field, code) => {
    const csv = `${header}\ngood@example.com,,,,\n${line}\n`;
    const { lines, good: right, bad } = await preview(csv);
    expect([right, bad, lines[1]]).toMatchObject([
      1,
      1,
      { line: 3, user: null, faults: [{ reason: { code, field } }] },
    ]);
    const { status, body } = await post('', csv);
    expect([status, body.reason.lines]).toMatchObject([400, [{ line: 3, reason: { code, field } }]]);
    expect(body.error).toMatch(new RegExp(`^Nothing was imported:\\nline 3: .*\\b${field}\\b`));
    expect(await usersOf(member)).toEqual([]);
  });

  it('names everything that is wrong with a line at once', async () => {
    await member.api.post('/users', { email: 'ann@example.com' });
    const csv = [
      header,
      `nobody,${'x'.repeat(256)},tlh,admin,nowhere`,
      'ANN@example.com,,tlh,,',
      'bob@example.com,,,admin,',
      'Bob@example.com,,,,',
    ].join('\n');
    const { lines, good: right, bad } = await preview(csv);
    const found = lines.map(({ line, faults }: Json) => [
      line,
      faults.map(({ reason }: Json) => `${reason.field} ${reason.code}`),
    ]);
    expect([right, bad, found]).toEqual([
      0,
      4,
      [
        [
          2,
          [
            'email not-an-email',
            'full_name too-long',
            'locale not-in-list',
            'permission not-in-list',
            'account account-unknown',
          ],
        ],
        [3, ['locale not-in-list', 'email email-taken']],
        [4, ['permission not-in-list']],
        [5, ['email email-twice']],
      ],
    ]);
    const { body } = await post('', csv);
    expect(body.reason.lines).toHaveLength(9);
    expect(body.error).toMatch(/^line 3: locale .*; email already belongs .*$/m);
    expect(await usersOf(member)).toHaveLength(1);
  });

  it('is refused if somebody is a user of that account already, and taken for another account', async () => {
    await north.api.post('/users', { email: 'ann@example.com' });
    const { body } = await post('', `${header}\nANN@example.com,,,,north\n`);
    expect(body.reason.lines).toMatchObject([{ line: 2, reason: { code: 'email-taken', field: 'email' } }]);
    const other = await post('', `${header}\nANN@example.com,,,,south\nann@example.com,,,,\n`);
    expect(other.body).toEqual({ created: 2, accounts: 2, waiting: 0 });
  });

  it('reaches the account and those below it only', async () => {
    const outside = [world.distributor, world.stranger, await world.newAccount('channel', world.distributor)];
    for (const [index, one] of outside.entries()) await named(one, `outside-${index}`);
    await named(member, 'itself');
    const csv = ['outside-0', 'outside-1', 'outside-2', 'itself', 'south']
      .map((account, index) => `a${index}@example.com,,,,${account}`)
      .join('\n');
    const { lines, good: right } = await preview(`${header}\n${csv}\n`);
    const codes = lines.map(({ faults: [fault] }: Json) => fault?.reason.code);
    expect([right, codes]).toEqual([2, [...Array<string>(3).fill('account-unknown'), undefined, undefined]]);
    expect((await post('', `${header}\n${csv}\n`)).status).toBe(400);
    for (const one of outside.slice(1)) expect(await usersOf(one)).toEqual([]);
  });

  it('is refused if an external id names several accounts', async () => {
    const channel = await world.newAccount('channel', world.distributor);
    await named(await world.newAccount('customer', channel), 'north');
    const answer = await holder.app('POST', `/app/accounts/${world.distributor.id}/user-imports`, {
      csv: `${header}\na@example.com,,,,north\n`,
    });
    expect(answer.body.reason.lines).toMatchObject([{ line: 2, reason: { code: 'account-ambiguous' } }]);
    expect((await post('', `${header}\na@example.com,,,,north\n`)).status).toBe(200);
  });

  it('keeps names that look like formulas as text, also in the form in which files are written', async () => {
    const csv = header + '\n' + csvRow(['a@example.com', '=HYPERLINK("x")', '', '', '']);
    expect(csv).toContain(`'=HYPERLINK`);
    expect((await post('', csv)).status).toBe(200);
    expect((await usersOf(member))[0].full_name).toBe('=HYPERLINK("x")');
  });

  it.each([
    ['', 'file-empty'],
    [`${header}\n`, 'file-only-header'],
    ['full_name,locale\nx,en\n', 'columns-missing'],
    ['email,is_operator\na@example.com,true\n', 'columns-unknown'],
    ['email,email\na@example.com,b@example.com\n', 'columns-twice'],
    [
      `email\n${Array.from({ length: 501 }, (_, i) => `a${i}@example.com`).join('\n')}\n`,
      'file-too-many-lines',
    ],
  ])('is refused with a reason if it is no file of users: %#', async (csv, code) => {
    for (const path of ['/preview', '']) {
      const { status, body } = await post(path, csv);
      expect([status, body.reason.code]).toEqual([400, code]);
    }
  });

  it('of the largest size is taken as a whole, and the mails keep to their limits', async () => {
    const csv = `email,account\n${Array.from({ length: 500 }, (_, i) => `a${i}@example.com,${i % 2 ? 'north' : ''}`).join('\n')}\n`;
    expect((await post('', csv)).body).toEqual({ created: 500, accounts: 2, waiting: 400 });
    expect((await member.api.get('/account')).body.users_count).toBe(250);
  });

  it('tells how many invitations will wait, and leaves some for the root account', async () => {
    const root = await world.newAccount('distributor');
    const child = await world.newAccount('channel', root);
    const release = (accountId: string, count: number) =>
      world.server.sql(
        `insert into mails (account_id, id, event, kind, user_id, address, locale, account_name, facts, created_at, state,
           next_try_at, sent_at, released_at, root_id)
         select $1, gen_random_uuid(), gen_random_uuid(), 'invitation', gen_random_uuid(), gen_random_uuid() || '@example.com',
           'en', 'x', '{}', $2, 'sent', $2, $2, $2, $3
         from generate_series(1, $4::integer)`,
        [accountId, world.server.running.instance.context.clock(), root.id, count],
      );
    const csv = `email\n${Array.from({ length: 30 }, (_, i) => `w${i}@example.com`).join('\n')}\n`;
    const waitingFor = async ({ account }: TestAccount): Promise<number> => {
      const person = await signInVisitor(world.server, await createInvitedUser(world.server, account));
      const path = `/app/accounts/${account.id}/user-imports`;
      // The invitation of the person themselves counts, too.
      await world.server.sql("delete from mails where account_id = $1 and state = 'waiting'", [account.id]);
      return (await person.app('POST', `${path}/preview`, { csv })).body.waiting as number;
    };
    expect(await waitingFor(child)).toBe(0);
    // An account directly below the root shares what it may send with those below it.
    await release(child.id, 80);
    expect(await waitingFor(child)).toBe(10);
    await release((await world.newAccount('customer', child)).id, 10);
    expect(await waitingFor(child)).toBe(20);
    expect(await waitingFor(await world.newAccount('customer', child))).toBe(20);
    const sibling = await world.newAccount('channel', root);
    expect(await waitingFor(sibling)).toBe(0);
    // All that accounts below may send.
    await release(child.id, 10);
    for (let others = 0; others < 3; others++)
      await release((await world.newAccount('channel', root)).id, 100);
    expect(await waitingFor(sibling)).toBe(30);
    expect(await waitingFor(root)).toBe(0);
    await release(root.id, 85);
    expect(await waitingFor(root)).toBe(15);
  });

  it('is refused at once while another one is imported for the same account', async () => {
    const csv = 'email,account\nb@example.com,north\nc@example.com,\n';
    const blocked = await blockInserts(world.server, 'users');
    const first = post('', csv);
    await blocked.waitFor(1);
    const second = await post('', csv);
    expect([second.status, second.body.reason]).toEqual([400, { code: 'import-in-progress' }]);
    await blocked.release();
    expect((await first).body).toMatchObject({ created: 2 });
    expect((await post('', csv)).body.reason).toMatchObject({ code: 'lines-wrong' });
    expect(await usersOf(north)).toHaveLength(1);
  });

  it('creates nobody twice when it is sent twice at the same time', async () => {
    const csv = `email,account\nb@example.com,north\na@example.com,south\nc@example.com,\n`;
    const answers = await Promise.all([post('', csv), post('', csv), post('', csv)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const one of [member, north, south]) expect(await usersOf(one)).toHaveLength(1);
  });
});
