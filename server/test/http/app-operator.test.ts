import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type Answer, type Json } from '../support/api-client.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: SignedInOperator;
beforeAll(async () => {
  world = await startWorld();
  operator = await signInOperator(world);
});
afterAll(() => world.stop());

const refused = async (method: string, path: string, body: unknown, why: RegExp, code = 400) => {
  const answer = await operator.send(method, path, body);
  expect([answer.status, answer.body.code]).toEqual([code, code]);
  expect(answer.body.error).toMatch(why);
};

/** The newest audit entry about it: the actor and the action. */
const lastEntry = async (subject: string): Promise<Json> => {
  const [entry] = await world.server.sql(
    `select actor_kind, actor_id, action, before, after from audit_entries where subject_id = $1 order by at desc, id desc`,
    [subject],
  );
  return entry;
};
const byOperator = () => ({ actor_kind: 'user', actor_id: operator.userId });

describe('Root accounts', () => {
  it('are created with a working key and an invitation for the first user', async () => {
    const { account, key, invited } = await operator.sendOk('POST', 'accounts', {
      name: 'Nordic Paper',
      role: 'distributor',
      display_name: 'Nordic Paper AS',
      external_id: 'N-1',
      user: { email: 'first@nordic.example', locale: 'de' },
    });
    expect(account).toMatchObject({ name: 'Nordic Paper', role: 'distributor', parent_id: null });
    expect(invited).toBe('first@nordic.example');
    const api = apiClient(world.server, key as string);
    expect((await api.get('/account')).body.id).toBe(account.id);
    expect((await api.get('/users')).body).toMatchObject([{ email: 'first@nordic.example', locale: 'de' }]);
    const mails = await world.server.sql('select kind, address from mails where account_id = $1', [
      account.id,
    ]);
    expect(mails).toEqual([{ kind: 'invitation', address: 'first@nordic.example' }]);
    expect(await lastEntry(account.id as string)).toMatchObject({
      ...byOperator(),
      action: 'account.create',
    });
  });

  it('are created in full or not at all', async () => {
    const before = (await operator.sendOk('GET', 'accounts?q=half')).length;
    const half = { name: 'Half', role: 'channel', user: { email: 'nobody' } };
    await refused('POST', 'accounts', half, /user.email must be an email address/);
    for (const role of ['king', 'customer'])
      await refused('POST', 'accounts', { name: 'Half', role }, /role must be one of distributor, channel/);
    expect(await operator.sendOk('GET', 'accounts?q=half')).toHaveLength(before);
  });

  it('have names and external ids that are unique among root accounts', async () => {
    const taken = { name: 'Baltic Paper', role: 'distributor', external_id: 'B-1' };
    await operator.sendOk('POST', 'accounts', taken);
    await refused(
      'POST',
      'accounts',
      { ...taken, external_id: 'B-2' },
      /name is already taken by another root/,
    );
    await refused(
      'POST',
      'accounts',
      { ...taken, name: 'Other' },
      /external_id is already taken by another root/,
    );
    const { api, id, account } = world.stranger;
    const change = (body: Json): Promise<Answer> => api.patch(`/accounts/${id}`, body);
    for (const body of [{ name: taken.name }, { external_id: taken.external_id }])
      expect((await change(body)).status).toBe(400);
    expect((await change({ name: account.name, external_id: 'S-1' })).body).toMatchObject({
      name: account.name,
      external_id: 'S-1',
    });
  });

  it('get unique names even when two are created concurrently', async () => {
    const twins = ['distributor', 'channel'].map((role) =>
      operator.send('POST', 'accounts', { name: 'Twin', role }),
    );
    const statuses = (await Promise.all(twins)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('that already share a name remain, and can change other fields', async () => {
    const [first, second] = [await world.newAccount('distributor'), await world.newAccount('distributor')];
    await world.server.sql(`update accounts set name = 'Shared' where id = any($1)`, [[first.id, second.id]]);
    const { status, body } = await first.api.patch(`/accounts/${first.id}`, {
      name: 'Shared',
      display_name: 'Shared, the first',
    });
    expect({ status, shown: body.display_name }).toEqual({ status: 200, shown: 'Shared, the first' });
    expect((await second.api.patch(`/accounts/${second.id}`, { name: 'Alone' })).status).toBe(200);
    expect((await second.api.patch(`/accounts/${second.id}`, { name: 'Shared' })).status).toBe(400);
  });

  it('are found by part of any name or number, or by the full id, with pagination', async () => {
    for (const name of ['Zoo 1', 'Zoo 2', 'Zóo 3'])
      await operator.sendOk('POST', 'accounts', { name, role: 'channel' });
    const namesIn = (found: Json): string[] => found.map(({ name }: Json) => name);
    expect(namesIn(await operator.sendOk('GET', 'accounts?q=zoo'))).toEqual(['Zoo 1', 'Zoo 2', 'Zóo 3']);
    expect(namesIn(await operator.sendOk('GET', 'accounts?q=n-1'))).toEqual(['Nordic Paper']);
    expect(namesIn(await operator.sendOk('GET', `accounts?q=${world.stranger.id}`))).toHaveLength(1);
    expect(await operator.sendOk('GET', `accounts?q=${world.customer.id}`)).toEqual([]);
    expect(await operator.sendOk('GET', `accounts?which=all&q=${world.customer.id}`)).toHaveLength(1);
    expect(await operator.sendOk('GET', 'accounts?q=%25')).toEqual([]);
    const first = await operator.send('GET', 'accounts?q=zoo&limit=2');
    expect(namesIn(first.body)).toEqual(['Zoo 1', 'Zoo 2']);
    const next = new URL(/<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '');
    const second = await operator.visitor.get(next.pathname + next.search);
    expect(namesIn(second.body)).toEqual(['Zóo 3']);
  });

  it('pay their own rate per page, or that of the methodology', async () => {
    const { id } = world.stranger;
    expect(await operator.sendOk('PATCH', `accounts/${id}`, { rate: 0.0005 })).toMatchObject({
      id,
      rate: 0.0005,
    });
    expect(await operator.sendOk('GET', `accounts?q=${id}`)).toMatchObject([{ rate: 0.0005 }]);
    expect(await lastEntry(id)).toMatchObject({
      ...byOperator(),
      action: 'account_settings.update',
      before: { rate: null },
      after: { rate: '0.0005' },
    });
    await refused('PATCH', `accounts/${id}`, { rate: -1 }, /rate must be a number from 0/);
    await refused('PATCH', `accounts/${world.projects.forest}`, { rate: 1 }, /no such account/, 404);
    expect(await operator.sendOk('PATCH', `accounts/${id}`, { rate: null })).toMatchObject({ rate: null });
  });
});

describe('Forestry projects', () => {
  const fields = { name: 'Dune pines', forest_latitude: 55.5, forest_longitude: 21.1, capacity_trees: 100 };
  const kept = async (id: string): Promise<Json> =>
    (await operator.sendOk('GET', 'forestry-projects')).find((one: Json) => one.id === id);

  it('are created, changed and completed by id, and have unique names', async () => {
    const { id } = await operator.sendOk('POST', 'forestry-projects', fields);
    expect(await kept(id)).toMatchObject({
      ...fields,
      status: 'active',
      planted_trees: 0,
      picture_url: null,
    });
    await refused('POST', 'forestry-projects', fields, /name is already taken by another project/);
    await refused('PATCH', `forestry-projects/${String(id)}`, { name: 'Forest' }, /name is already taken/);
    await refused(
      'PATCH',
      `forestry-projects/${String(id)}`,
      { forest_latitude: 91 },
      /forest_latitude must be/,
    );
    for (const website of ['', 'slopes', 'javascript:alert(1)', 'https://a:b@c.example', 'https://\u0000'])
      await refused('PATCH', `forestry-projects/${String(id)}`, { website }, /website/);
    for (const place of ['', 'x'.repeat(101), 'a\u0007b'])
      await refused('PATCH', `forestry-projects/${String(id)}`, { place }, /place/);
    await refused('PATCH', `forestry-projects/${world.stranger.id}`, { name: 'X' }, /no such forestry/, 404);
    await operator.sendOk('PATCH', `forestry-projects/${String(id)}`, {
      name: 'Dune pines II',
      content_introduction: 'By the sea',
      website: 'https://dunes.example',
      place: 'Skagen',
      capacity_trees: null,
      status: 'complete',
    });
    expect(await kept(id)).toMatchObject({
      name: 'Dune pines II',
      forest_latitude: 55.5,
      content_introduction: 'By the sea',
      website: 'https://dunes.example',
      place: 'Skagen',
      capacity_trees: null,
      status: 'complete',
    });
    expect(await lastEntry(id as string)).toMatchObject({
      ...byOperator(),
      action: 'forestry_project.update',
      before: { name: 'Dune pines', status: 'active', capacity_trees: '100.000000' },
    });
    await operator.sendOk('PATCH', `forestry-projects/${String(id)}`, { status: 'active' });
    expect(await kept(id)).toMatchObject({ status: 'active' });
  });

  it('that are full can become active only with more capacity', async () => {
    const { grove } = world.projects;
    await world.server.sql(
      `update forestry_projects set planted_trees = 10, capacity_trees = 10, status = 'complete' where id = $1`,
      [grove],
    );
    await refused('PATCH', `forestry-projects/${grove}`, { status: 'active' }, /has reached its capacity/);
    await operator.sendOk('PATCH', `forestry-projects/${grove}`, { status: 'active', capacity_trees: 20 });
    expect(await kept(grove)).toMatchObject({ status: 'active', planted_trees: 10, capacity_trees: 20 });
  });
});

describe('Carbon projects', () => {
  it('are created, changed and completed, and have unique names', async () => {
    const fields = { name: 'Kelp', type: 'Blue carbon', registry_name: 'Verra', price_per_tonne: 31.5 };
    const project = await operator.sendOk('POST', 'carbon-projects', fields);
    expect(project).toMatchObject({ ...fields, status: 'active' });
    const path = `carbon-projects/${String(project.id)}`;
    await refused('PATCH', path, { name: 'Stoves' }, /name is already taken/);
    await refused(
      'POST',
      'carbon-projects',
      { ...fields, price_per_tonne: -1, name: 'Other' },
      /price_per_tonne/,
    );
    await operator.sendOk('PATCH', path, { price_per_tonne: 40, status: 'complete' });
    expect(await operator.sendOk('GET', 'carbon-projects')).toContainEqual({
      ...project,
      price_per_tonne: 40,
      status: 'complete',
    });
    expect(await lastEntry(project.id as string)).toMatchObject({
      ...byOperator(),
      action: 'carbon_project.update',
    });
  });
});

describe('The credit inventory', () => {
  const header = 'project,serial,vintage_start,vintage_end,tonnes';
  const line = 'Stoves,GS1-1-KE-GS500-16-2022-7000-1-10,2022-01-01,2022-12-31,10';

  it('imports a file in full or not at all, and names the invalid lines', async () => {
    const faulty = `${header}\n${line}\nNobody,X-1-2,2022-01-01,2022-12-31,2\n`;
    await refused(
      'POST',
      'carbon-lots',
      { csv: faulty },
      /Nothing was imported:\nline 3: there is no carbon project/,
    );
    expect(await operator.sendOk('GET', 'carbon-lots')).toEqual([]);
    expect(await operator.sendOk('POST', 'carbon-lots', { csv: `${header}\n${line}\n` })).toEqual({
      lots: 1,
      tonnes: 10,
    });
    await refused('POST', 'carbon-lots', { csv: `${header}\n${line}\n` }, /line 2: was imported before/);
    expect(await operator.sendOk('GET', 'carbon-lots?limit=1')).toMatchObject([
      { project_name: 'Stoves', tonnes: 10, used: 0, left: 10 },
    ]);
  });

  it('reports what offsets are waiting for, and fulfils them immediately', async () => {
    const order = { items: [{ mass: 1e6 }], carbon_project_settings: [{ project_id: world.carbon.stoves }] };
    const { body } = await world.distributor.api.post('/orders', order);
    await world.distributor.api.patch(`/orders/${String(body.id)}/place`, {});
    const stoves = async (): Promise<Json> =>
      (await operator.sendOk('GET', 'carbon-stock')).find(
        (one: Json) => one.project_id === world.carbon.stoves,
      );
    expect(await stoves()).toMatchObject({ tonnes: 10, used: 0, left: 10, waiting: body.mtco2e });
    expect(await operator.sendOk('POST', 'carbon-fulfilment')).toEqual({ fulfilled: 1, waiting: 0 });
    expect(await stoves()).toMatchObject({ used: body.mtco2e, waiting: 0 });
  });
});

describe('Methodologies', () => {
  it('are added within their limits, based on the current one, and made current', async () => {
    const [current] = await operator.sendOk('GET', 'methodologies');
    const added = await operator.sendOk('POST', 'methodologies', {
      name: 'Recycled',
      pages_per_tree: 9000,
      gsm: 75,
    });
    expect(added).toMatchObject({
      width: current.width,
      pages_per_tree: 9000,
      gsm: 75,
      source: null,
      version: null,
      current: false,
    });
    const said = {
      source: 'A handbook',
      source_url: 'https://handbook.example',
      version: '2',
      published_on: '2026-03-31',
      uncertainty: '±20%',
    };
    expect(
      await operator.sendOk('POST', 'methodologies', { name: 'Sourced', pages_per_tree: 9500, ...said }),
    ).toMatchObject(said);
    for (const wrong of [
      { source: '' },
      { source_url: 'javascript:alert(1)' },
      { version: 'v'.repeat(51) },
      { published_on: '2026-02-30' },
      { uncertainty: 'a\nb' },
    ])
      await refused(
        'POST',
        'methodologies',
        { name: 'Wrong', ...wrong },
        new RegExp(Object.keys(wrong).join()),
      );
    await refused('POST', 'methodologies', { name: 'Recycled' }, /already a methodology Recycled/);
    await refused(
      'POST',
      'methodologies',
      { name: 'Inches', width: 8.5 },
      /width must be a number from 0.01 up to 2/,
    );
    await refused('POST', 'methodologies', { name: 'Half', gsm: 74.5 }, /gsm must be a whole number/);
    await refused('POST', 'methodologies', { name: added.id }, /name must not be a UUID/);
    await refused('POST', `methodologies/${world.stranger.id}/use`, undefined, /no methodology/, 404);
    expect(await operator.sendOk('POST', `methodologies/${String(added.id)}/use`)).toMatchObject({
      current: true,
    });
    const all = await operator.sendOk('GET', 'methodologies');
    expect(all.filter((one: Json) => one.current)).toMatchObject([{ name: 'Recycled' }]);
    expect(await lastEntry(added.id as string)).toMatchObject({ ...byOperator(), action: 'methodology.use' });
    await operator.sendOk('POST', `methodologies/${String(current.id)}/use`);
  });
});
