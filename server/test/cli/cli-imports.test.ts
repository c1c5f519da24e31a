import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { closedPort } from '../support/ports.js';
import { collectingEnv, feedAt, startPrintServer } from '../support/print-server.js';
import { startWorld } from '../support/world.js';

let operator: Operator;
beforeAll(async () => {
  operator = await createOperator();
});
afterAll(() => operator.close());

const forest = (name: string, fields: object = {}): object => ({
  name,
  forest_latitude: -4.75,
  forest_longitude: 38.48,
  ...fields,
});
const carbon = (name: string, fields: object = {}): object => ({
  name,
  type: 'Energy',
  registry_name: 'Verra',
  price_per_tonne: 12.5,
  ...fields,
});

describe('projects import', () => {
  it('creates projects with every field of the API, and updates projects with the same name', async () => {
    const whole = forest('Slopes', {
      status: 'complete',
      content_logo: 'https://img.example/logo.png',
      content_masthead: 'https://img.example/masthead.jpg',
      content_introduction: 'Introduction',
      content_body_html: '<p>Body</p>',
      content_images: ['https://img.example/1.jpg'],
      website: 'https://slopes.example',
      place: 'Lushoto',
      capacity_trees: 1000.5,
    });
    const file = await operator.file('forests.json', [whole, forest('  Grove ')]);
    expect(await operator.json('projects', 'import', file)).toEqual({ created: 2, updated: 0 });
    const first = await operator.json('projects', 'list');
    const slopes = first.find(({ name }: Json) => name === 'Slopes');
    expect(slopes).toMatchObject({
      id: expect.any(String),
      name: 'Slopes',
      status: 'complete',
      forest_latitude: -4.75,
      forest_longitude: 38.48,
      content_logo: 'https://img.example/logo.png',
      content_masthead: 'https://img.example/masthead.jpg',
      content_body_html: '<p>Body</p>',
      content_images: ['https://img.example/1.jpg'],
      website: 'https://slopes.example',
      place: 'Lushoto',
    });
    expect(first.map(({ name }: Json) => name).sort()).toEqual(['Grove', 'Slopes']);

    const next = await operator.file('next.json', [forest('Grove', { forest_latitude: 1 }), forest('New')]);
    expect(await operator.json('projects', 'import', next)).toEqual({ created: 1, updated: 1 });
    const second = await operator.json('projects', 'list');
    const idOf = (list: Json, wanted: string): string => list.find(({ name }: Json) => name === wanted).id;
    expect(idOf(second, 'Grove')).toBe(idOf(first, 'Grove'));
    expect(second.find(({ name }: Json) => name === 'Grove').forest_latitude).toBe(1);
  });

  it('keeps fields that the file does not mention, and clears those that are null', async () => {
    const whole = forest('Full', {
      status: 'complete',
      content_body_html: '<p>Body</p>',
      capacity_trees: 12.5,
    });
    const find = async (): Promise<Json> =>
      (await operator.json('projects', 'list')).find(({ name }: Json) => name === 'Full');
    await operator.json('projects', 'import', await operator.file('full.json', [whole]));
    await operator.json('projects', 'import', await operator.file('again.json', [forest('Full')]));
    expect(await find()).toMatchObject({
      status: 'complete',
      content_body_html: '<p>Body</p>',
      capacity_trees: 12.5,
    });
    const cleared = forest('Full', { content_body_html: null, capacity_trees: null });
    await operator.json('projects', 'import', await operator.file('cleared.json', [cleared]));
    expect(await find()).toMatchObject({ status: 'complete', content_body_html: '', capacity_trees: null });
  });

  it('accepts the output of list', async () => {
    const listed = await operator.json('projects', 'list');
    const { created } = await operator.json('projects', 'import', await operator.file('back.json', listed));
    expect(created).toBe(0);
    expect(await operator.json('projects', 'list')).toEqual(listed);
  });

  it('prints a table for people', async () => {
    await operator.json(
      'projects',
      'import',
      await operator.file('t.json', [forest('T', { capacity_trees: 10.5 })]),
    );
    const { stdout } = await operator.run('projects', 'list');
    expect(stdout).toMatch(/^id +name +status +planted +capacity\n/);
    expect(stdout).toMatch(/ T +active +0 +10\.5\n/);
  });
});

describe('carbon-projects import', () => {
  it('creates, updates by name, and lists with the id', async () => {
    const file = await operator.file('carbon.json', [carbon('Wind'), carbon('Sun', { status: 'complete' })]);
    expect(await operator.json('carbon-projects', 'import', file)).toEqual({ created: 2, updated: 0 });
    const [wind, sun] = await operator.json('carbon-projects', 'list');
    expect(sun).toEqual({ ...carbon('Sun', { status: 'complete' }), id: expect.any(String) });
    expect(wind).toEqual({ ...carbon('Wind', { status: 'active' }), id: expect.any(String) });

    const dearer = await operator.file('dearer.json', [carbon('Wind', { price_per_tonne: 13 })]);
    expect(await operator.json('carbon-projects', 'import', dearer)).toEqual({ created: 0, updated: 1 });
    expect((await operator.json('carbon-projects', 'list'))[0]).toEqual({ ...wind, price_per_tonne: 13 });
  });
});

describe('an invalid file', () => {
  const kept = (): Promise<unknown> =>
    operator.sql(
      'select to_json(f) from forestry_projects f union all select to_json(c) from carbon_projects c',
    );

  it.each([
    ['projects', 'no JSON', '[{"name":', /not JSON/],
    ['projects', 'no array', forest('Only'), /array/],
    [
      'projects',
      'a missing field',
      [forest('A'), { name: 'B', forest_latitude: 1 }],
      /\[1\]\.forest_longitude/,
    ],
    ['projects', 'an unknown field', [forest('A'), forest('B', { colour: 'green' })], /\[1\]\.colour/],
    ['projects', 'a latitude that is none', [forest('A', { forest_latitude: 91 })], /\[0\]\.forest_latitude/],
    ['projects', 'an unknown status', [forest('A', { status: 'sleeping' })], /\[0\]\.status/],
    ['projects', 'no name', [forest('A'), forest(' ')], /\[1\]\.name/],
    ['projects', 'capacity zero', [forest('A', { capacity_trees: 0 })], /\[0\]\.capacity_trees/],
    ['projects', 'a name twice', [forest('A'), forest(' A ')], /A twice/],
    [
      'projects',
      'what the database refuses',
      [forest('A'), forest('B', { content_body_html: '\u0000' })],
      /content_body_html/,
    ],
    ['carbon-projects', 'a missing field', [carbon('A'), { name: 'B' }], /\[1\]\.type/],
    ['carbon-projects', 'an unknown field', [carbon('A', { vintage: 2020 })], /\[0\]\.vintage/],
    ['carbon-projects', 'a negative price', [carbon('A', { price_per_tonne: -1 })], /\[0\]\.price_per_tonne/],
    [
      'carbon-projects',
      'a price in words',
      [carbon('A', { price_per_tonne: 'ten' })],
      /\[0\]\.price_per_tonne/,
    ],
    ['carbon-projects', 'a name twice', [carbon('A'), carbon('A')], /A twice/],
  ])('changes nothing for %s: %s', async (kind, fault, content, message) => {
    const before = await kept();
    const file = await operator.file(`${fault.replaceAll(' ', '-')}.json`, content);
    expect(await operator.failure(1, kind, 'import', file, '--json')).toMatch(message);
    expect(await kept()).toEqual(before);
  });
});

describe('feeds check', () => {
  it('checks every source, or one, and records the result', async () => {
    const world = await startWorld(collectingEnv);
    const printServer = await startPrintServer({ copier: 350 });
    const { api } = world.customer;
    const up = await printServer.feed(world.customer);
    const down = await feedAt(world.customer, `http://127.0.0.1:${await closedPort()}`);
    const beside = await createOperator({ database: world.server.database, env: collectingEnv });

    const all = await beside.json('feeds', 'check');
    expect(all.map(({ id, health_check }: Json) => [id, health_check]).sort()).toEqual([
      [up.id, 'healthy'],
      [down.id, 'unhealthy'],
    ]);
    await printServer.close();
    const [one, ...others] = await beside.json('feeds', 'check', '--feed', up.id);
    expect(one).toMatchObject({ id: up.id, health_check: 'unhealthy' });
    expect(others).toEqual([]);
    const { reason, message, ...feed } = one;
    expect((await api.get(`/feeds/${up.id}`)).body).toEqual(feed);
    expect({ reason, message }).toEqual({
      reason: 'noAnswer',
      message: expect.stringContaining('no response'),
    });
    expect((await beside.run('feeds', 'check')).stdout).toMatch(/^id +type +health +changed +message\n/);
    await beside.close();
    await world.stop();
  });
});
