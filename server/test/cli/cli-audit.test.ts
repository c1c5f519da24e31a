import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { asAdmin } from '../support/database.js';

let operator: Operator;
let account: Json;
let key: Json;
beforeAll(async () => {
  operator = await createOperator();
  account = await operator.json('accounts', 'create', '--name', 'First', '--role', 'distributor');
  key = await operator.json('keys', 'create', '--account', account.id, '--name', 'till');
});
afterAll(() => operator.close());

const list = (...options: string[]): Promise<Json> => operator.json('audit', 'list', ...options);
const actionsOf = (entries: Json): string[] => entries.map(({ action }: Json) => action);
const byOperator = { kind: 'operator', id: null };

describe('audit list', () => {
  it('shows what the operator did, newest first', async () => {
    await operator.json('accounts', 'settings', account.id, '--rate', '0.001');
    await operator.json('accounts', 'settings', account.id, '--rate', '0.001');
    await operator.json('accounts', 'settings', account.id);
    await operator.json('keys', 'revoke', key.id);
    await operator.json('keys', 'revoke', key.id);
    const of = { at: expect.stringMatching(/^\d{4}-.*Z$/), actor: byOperator, account_id: account.id };
    const entries = await list('--account', account.id);
    expect(entries).toEqual([
      {
        ...of,
        action: 'key.revoke',
        subject_id: key.id,
        before: { revoked_at: null },
        after: { revoked_at: expect.any(String) },
      },
      {
        ...of,
        action: 'account_settings.update',
        subject_id: account.id,
        before: { rate: null },
        after: { rate: '0.001' },
      },
      {
        ...of,
        action: 'key.create',
        subject_id: key.id,
        before: null,
        after: { name: 'till', revision: '1.6.6', scope: null, scope_feed_id: null, mcp_write: false },
      },
      {
        ...of,
        action: 'account.create',
        subject_id: account.id,
        before: null,
        after: expect.objectContaining({ name: 'First' }),
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.key);
  });

  it('shows imports as entries of the installation: what is new and what changed, without the rest', async () => {
    const importing = async (kind: string, ...projects: Json[]): Promise<Json> =>
      operator.json(kind, 'import', await operator.file(`${kind}.json`, projects));
    const forest = { name: 'Forest', forest_latitude: 1, forest_longitude: 2, capacity_trees: 500 };
    const stoves = { name: 'Stoves', type: 'Energy', registry_name: 'Verra', price_per_tonne: 10 };
    await importing('projects', forest);
    await importing('projects', forest);
    await importing('carbon-projects', stoves);
    await importing('projects', { ...forest, capacity_trees: 600 });
    await importing('carbon-projects', { ...stoves, price_per_tonne: 12.5 });
    const entries = await list('--installation');
    expect(entries).toEqual((await list()).filter(({ account_id }: Json) => account_id === null));
    expect(entries).toMatchObject([
      {
        actor: byOperator,
        action: 'carbon_project.update',
        before: { price_per_tonne: '10' },
        after: { price_per_tonne: '12.5' },
      },
      {
        action: 'forestry_project.update',
        before: { capacity_trees: '500.000000' },
        after: { capacity_trees: '600.000000' },
      },
      { action: 'carbon_project.create', before: null, after: { name: 'Stoves' } },
      { action: 'forestry_project.create', before: null, after: { name: 'Forest', status: 'active' } },
    ]);
  });

  it('filters by account, time and number of entries', async () => {
    const daysAgo = (days: number): string => `(now() - interval '${String(days)} days')`;
    for (const [id, at] of [
      [account.id, `'2020-01-01'`],
      [account.id, `'2020-01-02'`],
      ['00000000-0000-7000-8000-00000000000a', `'2020-01-02'`],
      [account.id, `'2020-01-03'`],
      [account.id, daysAgo(31)],
      [account.id, daysAgo(29)],
    ])
      await operator.sql(`insert into audit_entries (account_id, at, id, actor_kind, actor_id, action)
        select '${id}', at, gen_random_uuid(), 'job', 'test', at::date from (select ${at}::timestamptz as at) t`);
    const days = (entries: Json): string[] => actionsOf(entries).filter((action) => /^\d/.test(action));

    const span = ['--from', '2020-01-01', '--until', '2020-01-03T00:00:00Z'];
    expect(days(await list(...span))).toEqual(['2020-01-02', '2020-01-02', '2020-01-01']);
    expect(days(await list(...span, '--account', account.id))).toEqual(['2020-01-02', '2020-01-01']);
    expect(days(await list(...span, '--account', account.id, '--limit', '1'))).toEqual(['2020-01-02']);
    expect(days(await list('--account', account.id))).toHaveLength(1);
  });

  it('goes back through all accounts, newest first, until it has enough entries', async () => {
    // Seconds to years apart, two of them at the same time.
    await operator.sql(`insert into audit_entries (account_id, at, id, actor_kind, actor_id, action)
      select gen_random_uuid(), timestamptz '2010-01-01Z' - least(i, 23) ^ 6 * interval '1 second', gen_random_uuid(),
        'job', 'test', 'step ' || i from generate_series(1, 24) i`);
    const until2010 = (...options: string[]): Promise<Json> =>
      list('--from', '1990-01-01', '--until', '2010-01-01', ...options);
    const all = await until2010();
    const steps = Array.from({ length: 22 }, (_, index) => `step ${String(index + 1)}`);
    expect(actionsOf(all).slice(0, 22)).toEqual(steps);
    expect(actionsOf(all).slice(22).sort()).toEqual(['step 23', 'step 24']);
    for (const limit of [1, 5, 22, 23]) {
      expect(await until2010('--limit', String(limit))).toEqual(all.slice(0, limit));
    }
  });

  it('accepts an account or the installation, not both', async () => {
    await operator.failure(2, 'audit', 'list', '--installation', '--account', account.id);
  });

  it('prints a table for people', async () => {
    const { stdout } = await operator.run('audit', 'list', '--account', account.id);
    expect(stdout).toMatch(/^at +by +account +action +subject +change\n/);
    expect(stdout).toMatch(
      / operator .* key.create .* name: "till", scope: null, revision: "1.6.6", mcp_write: false, scope_feed_id: null$/m,
    );
  });

  it.each([
    [2, ['--from', 'yesterday'], /--from <time>' .* It must be a day/],
    [2, ['--until', '2026-02-30'], /--until <time>' .* It must be a day/],
    [2, ['--from', '2026-02-01', '--until', '2026-01-01'], /--from must be before --until/],
    [1, ['--from', '2199-01-01'], /--from must be before --until, which defaults to now/],
    [2, ['--limit', '0'], /--limit/],
    [1, ['--account', '01900000-0000-7000-8000-00000000dead'], /no account/],
  ] as const)('exits with %i: %j', async (code, options, message) => {
    expect(await operator.failure(code, 'audit', 'list', ...options)).toMatch(message);
  });
});

describe('demo seed', () => {
  it("is fully recorded as the operator's, or as what jobs and customers did in its past", async () => {
    const fresh = await createOperator();
    await fresh.json('demo', 'seed');
    const entries = await fresh.json('audit', 'list', '--from', '2000-01-01', '--limit', '10000');
    const kinds = new Set(actionsOf(entries));
    for (const kind of ['account', 'key', 'user', 'quote', 'order', 'feed', 'biomass_offset'])
      expect(kinds).toContain(`${kind}.create`);
    for (const action of ['carbon_offset.create', 'order.place', 'favorite_project.add'])
      expect(kinds).toContain(action);
    expect(kinds).toContain('forestry_project.create');
    expect(kinds).toContain('carbon_project.create');
    for (const kind of ['month.close', 'month.bill', 'invoice.create', 'invoice.pay', 'credit_note.create'])
      expect(kinds).toContain(kind);
    const actors = new Set(
      entries.map(({ actor }: { actor: { kind: string; id?: string } }) =>
        actor.kind === 'job' ? `job ${actor.id}` : actor.kind,
      ),
    );
    expect([...actors].sort()).toEqual([
      'job bill-month',
      'job check-feeds',
      'job fulfil-carbon',
      'job quote-link',
      'job settle-month',
      'operator',
      'user',
    ]);
    await fresh.close();
  });
});

describe('doctor', () => {
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const server = `${owner}_server`;
  let fresh: Operator;
  beforeAll(async () => {
    fresh = await createOperator({ empty: true });
    await asAdmin(async (client) => {
      await client.query(`create role ${owner} login`);
      await client.query(`create role ${server} login`);
      await client.query(`alter database ${fresh.database.name} owner to ${owner}`);
    });
  });
  afterAll(async () => {
    await fresh.close();
    await asAdmin((client) => client.query(`drop role ${owner}, ${server}`));
  });

  const connectedAs = (role: string): Promise<Operator> => {
    const env = { REGROVE_DATABASE_URL: fresh.database.url.replace(/user=[^&]*/, `user=${role}`) };
    return createOperator({ database: fresh.database, env });
  };
  const auditCheck = async (by: Operator): Promise<Json> => {
    const { stdout } = await by.run('doctor', '--json');
    return JSON.parse(stdout).find(({ check }: Json) => check === 'audit');
  };
  const works = (by: Operator, name: string): Promise<Json> =>
    by.json('accounts', 'create', '--name', name, '--role', 'distributor');

  it('fails when the application could change the audit trail, until the owner gets a role that cannot', async () => {
    const migrating = await connectedAs(owner);
    await migrating.json('migrate');
    expect(await auditCheck(migrating)).toMatchObject({
      ok: false,
      advice: expect.stringContaining(`grant regrove_app to ${owner}`),
    });
    await asAdmin((client) => client.query(`grant regrove_app to ${owner}`));
    await works(migrating, 'By the owner');
    expect(await auditCheck(migrating)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('regrove_app'),
    });
    await migrating.close();
  });

  it('accepts a role that owns nothing and has the privileges of regrove_app', async () => {
    await asAdmin((client) => client.query(`grant regrove_app to ${server}`));
    const serving = await connectedAs(server);
    await works(serving, 'By a server');
    expect(await auditCheck(serving)).toMatchObject({ ok: true });
    await serving.close();
  });
});
