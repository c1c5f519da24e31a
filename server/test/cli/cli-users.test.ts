import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateAccount } from '../../src/features/accounts/update-account.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { createPushFeed } from '../support/readings.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await operator.close();
  await world.stop();
});

describe('users operator', () => {
  it('grants and revokes the operator role, visible in the dashboard and the audit trail', async () => {
    const user = await createInvitedUser(world.server, world.customer.account);
    const person = await signInVisitor(world.server, user);
    const isOperator = async () => (await person.get('/app/session')).body.user.is_operator as boolean;
    const set = (state: string) =>
      operator.json('users', 'operator', state, '--email', user.email.toUpperCase());
    const shown = { id: user.id, account_id: user.accountId, email: user.email };
    expect(await isOperator()).toBe(false);
    expect(await set('on')).toEqual({ ...shown, is_operator: true });
    expect(await isOperator()).toBe(true);
    expect(await set('on')).toEqual({ ...shown, is_operator: true });
    expect(await set('off')).toEqual({ ...shown, is_operator: false });
    expect(await isOperator()).toBe(false);
    const entries = await operator.sql(
      `select actor_kind, before, after from audit_entries where action = 'user.update' order by at, id`,
    );
    expect(entries).toEqual([
      { actor_kind: 'operator', before: { is_operator: false }, after: { is_operator: true } },
      { actor_kind: 'operator', before: { is_operator: true }, after: { is_operator: false } },
    ]);
  });

  it('requires the account for an address with several', async () => {
    const { email } = await createInvitedUser(world.server, world.customer.account);
    await createInvitedUser(world.server, world.stranger.account, { email });
    const message = await operator.failure(1, 'users', 'operator', 'on', '--email', email);
    expect(message).toContain('--account');
    const marked = await operator.json(
      'users',
      'operator',
      'on',
      '--email',
      email,
      '--account',
      world.stranger.id,
    );
    expect(marked).toMatchObject({ account_id: world.stranger.id, is_operator: true });
  });

  it('fails for an unknown address, and for anything but on and off', async () => {
    await operator.failure(1, 'users', 'operator', 'on', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', 'maybe', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', 'on');
  });
});

describe('users list, create and delete', () => {
  it('create invites as the API does, and adds an audit entry by the operator', async () => {
    const { id: account_id } = await world.newAccount('distributor');
    const args = [
      '--account',
      account_id,
      '--email',
      ' New@Example.com ',
      '--locale',
      'de',
      '--full-name',
      'New One',
    ];
    const user = await operator.json('users', 'create', ...args);
    expect(user).toEqual({
      id: expect.any(String),
      account_id,
      full_name: 'New One',
      email: 'New@Example.com',
      locale: 'de',
      created_at: expect.stringMatching(/Z$/),
      permission: 'full',
      accepted_at: null,
      invited_at: expect.stringMatching(/Z$/),
      invitation_expires_at: expect.stringMatching(/Z$/),
      is_operator: false,
    });
    expect(
      await world.server.sql('select kind, address from mails where account_id = $1', [account_id]),
    ).toEqual([{ kind: 'invitation', address: 'New@Example.com' }]);
    const entries = await operator.json('audit', 'list', '--account', account_id);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'user.create',
        actor: { kind: 'operator', id: null },
        subject_id: user.id,
      }),
    );
    expect(await operator.failure(1, 'users', 'create', ...args)).toMatch(/already belongs to a user/);
    expect(await operator.json('users', 'list', '--account', account_id)).toEqual([user]);
  });

  it('list shows who has accepted, and no users of other accounts', async () => {
    const member = await world.newAccount('distributor');
    const none = await operator.run('users', 'list', '--account', member.id);
    expect(none.stdout).toBe(`There are no users of ${member.account.name}.\n`);
    const user = await createInvitedUser(world.server, member.account);
    await signInVisitor(world.server, user);
    const [listed, ...others] = await operator.json('users', 'list', '--account', member.id);
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      id: user.id,
      email: user.email,
      accepted_at: expect.stringMatching(/Z$/),
    });
    const { stdout } = await operator.run('users', 'list', '--account', member.id);
    expect(stdout).toMatch(/^id +email +name +locale +permission +created +accepted +operator\n/);
    expect(stdout).toContain(user.email);
  });

  it('permission restricts a user, also the last one with full permission, and undoes it', async () => {
    const { id: account_id } = await world.newAccount('distributor');
    const email = 'reader@example.com';
    const create = ['--account', account_id, '--email', email, '--permission', 'restricted'];
    const { id, permission } = await operator.json('users', 'create', ...create);
    expect(permission).toBe('restricted');
    for (const next of ['full', 'restricted']) {
      const changed = await operator.json('users', 'permission', next, '--email', email);
      expect(changed).toEqual({ id, account_id, email, permission: next });
    }
    const [listed] = await operator.json('users', 'list', '--account', account_id);
    expect(listed.permission).toBe('restricted');
    const { stdout } = await operator.run('users', 'permission', 'full', '--email', email);
    expect(stdout).toBe('reader@example.com has full permission\n');
    await operator.failure(2, 'users', 'permission', 'some', '--email', email);
    expect(await operator.failure(1, 'users', 'permission', 'full', '--email', 'x@example.com')).toMatch(
      /There is no user/,
    );
  });

  it("delete ends the user's access, and adds an audit entry by the operator", async () => {
    const member = await world.newAccount('distributor');
    const user = await createInvitedUser(world.server, member.account);
    const person = await signInVisitor(world.server, user);
    expect((await person.get('/app/session')).status).toBe(200);
    expect(await operator.json('users', 'delete', user.id)).toEqual({ id: user.id, deleted: true });
    expect((await person.get('/app/session')).status).toBe(401);
    expect(await operator.json('users', 'list', '--account', member.id)).toEqual([]);
    const [entry] = await operator.json('audit', 'list', '--account', member.id, '--limit', '1');
    expect(entry).toMatchObject({ action: 'user.delete', actor: { kind: 'operator' }, subject_id: user.id });
    expect(await operator.failure(1, 'users', 'delete', user.id)).toContain(`There is no user ${user.id}`);
  });
});

describe('feeds list', () => {
  it('lists all feeds as the API returns them, or those of an account', async () => {
    expect((await operator.run('feeds', 'list')).stdout).toBe('There are no feeds.\n');
    const member = await world.newAccount('customer', world.channel);
    const feed = await createPushFeed(world, { owner: member });
    await createPushFeed(world, { owner: await world.newAccount('customer', world.channel) });
    const listed = () => operator.json('feeds', 'list', '--account', member.id);
    const [known] = (await member.api.get('/feeds')).body;
    // The API has two values: until the first reading, neither is true.
    expect(await listed()).toEqual([{ ...known, health_check: 'healthy', health: 'waiting' }]);
    expect(await operator.json('feeds', 'list')).toHaveLength(2);
    const { stdout } = await operator.run('feeds', 'list', '--account', member.id);
    expect(stdout).toMatch(/^id +account +type +external id +status +health +last read\n/);
    expect(stdout).toMatch(new RegExp(`${feed.id}  ${member.id}.* waiting `));
    await member.api.post(`/feeds/${feed.id}/readings`, { readings: [{ device: 'A', total: 1 }] });
    expect(await listed()).toMatchObject([{ health: 'healthy' }]);
    const none = await operator.run('feeds', 'list', '--account', world.stranger.id);
    expect(none.stdout).toBe(`There are no feeds of ${world.stranger.account.name}.\n`);
  });
});

describe('users import', () => {
  let files = 0;
  const write = (csv: string): Promise<string> => operator.file(`users-${String(++files)}.csv`, csv);

  it('invites users of any account by its external id', async () => {
    const [north, south] = [await world.newAccount('distributor'), await world.newAccount('distributor')];
    const { context } = world.server.running.instance;
    await updateAccount(context, north.account.id, { externalId: 'IMP-north' });
    await updateAccount(context, south.account.id, { externalId: 'IMP-south' });
    const file = await write(
      'email,full_name,locale,permission,account\r\nann@example.com,"Ann, A.",de,restricted,IMP-north\r\nbob@example.com,,,,IMP-south\r\n',
    );
    expect(await operator.json('users', 'import', file)).toEqual({
      created: 2,
      accounts: 2,
      waiting: 0,
    });
    expect(await operator.json('users', 'list', '--account', north.id)).toMatchObject([
      { email: 'ann@example.com', full_name: 'Ann, A.', locale: 'de', permission: 'restricted' },
    ]);
    expect(await operator.json('users', 'list', '--account', south.id)).toMatchObject([
      { email: 'bob@example.com', full_name: null, locale: 'en', permission: 'full', accepted_at: null },
    ]);
    const mails = await world.server.sql('select kind, address from mails where account_id = $1', [north.id]);
    expect(mails).toEqual([{ kind: 'invitation', address: 'ann@example.com' }]);
    // Again: both are users already.
    const failure = await operator.failure(1, 'users', 'import', file);
    expect(failure).toMatch(/^Nothing was imported:\nline 2: email already .*\nline 3: email already /m);
  });

  it('takes the account of lines that name none from --account, and refuses accounts that are not below it', async () => {
    const member = await world.newAccount('distributor');
    const file = await write('email,account\ncleo@example.com,\n');
    expect(await operator.failure(1, 'users', 'import', file)).toMatch(/^line 2: account is required$/m);
    const beyond = await write('email,account\ncleo@example.com,IMP-north\n');
    const args = ['--account', member.id];
    expect(await operator.failure(1, 'users', 'import', beyond, ...args)).toMatch(
      /^line 2: account is no external id of an accessible account: /m,
    );
    expect(await operator.json('users', 'import', file, ...args)).toEqual({
      created: 1,
      accounts: 1,
      waiting: 0,
    });
  });

  it('creates nobody if one line is wrong, and names lines and columns', async () => {
    const member = await world.newAccount('distributor');
    const file = await write('email;locale\ngood@example.com;en\nno-address;yy\nother@example.com;xx\n');
    const failure = await operator.failure(1, 'users', 'import', file, '--account', member.id);
    expect(failure).toMatch(
      /^Nothing was imported:\nline 3: email .*; locale .*not "yy"\nline 4: locale .*not "xx"$/m,
    );
    expect(await operator.json('users', 'list', '--account', member.id)).toEqual([]);
    await operator.failure(1, 'users', 'import', '/no/such/file.csv');
    await operator.failure(2, 'users', 'import');
  });
});
