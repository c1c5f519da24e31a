import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sitDown, type Operator } from './support/command-line.js';
import { signedIn, userOf } from './support/visitor.js';
import { startWorld, type World } from './support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await sitDown({ database: world.server.database });
});
afterAll(async () => {
  await operator.leave();
  await world.stop();
});

describe('users operator', () => {
  it('marks a user, and takes it back; the dashboard is told, and the trail', async () => {
    const user = await userOf(world.server, world.customer.account);
    const person = await signedIn(world.server, user);
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

  it('needs the account of an address that is in several', async () => {
    const { email } = await userOf(world.server, world.customer.account);
    await userOf(world.server, world.stranger.account, { email });
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

  it('fails for an address that nobody has, and for anything but on and off', async () => {
    await operator.failure(1, 'users', 'operator', 'on', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', 'maybe', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', '--email', 'who@example.com');
    await operator.failure(2, 'users', 'operator', 'on');
  });
});
