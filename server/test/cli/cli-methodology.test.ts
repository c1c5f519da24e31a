import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';

let operator: Operator;
beforeAll(async () => {
  operator = await createOperator();
});
afterAll(() => operator.close());

const add = (name: string, ...options: string[]): Promise<Json> =>
  operator.json('methodology', 'add', '--name', name, ...options);
const list = (): Promise<Json> => operator.json('methodology', 'list');

const shipped = {
  id: '01900000-0000-7000-8000-000000000001',
  name: expect.any(String),
  width: 0.2159,
  length: 0.2794,
  gsm: 75,
  pages_per_tree: 8333,
  emission_factor: 1.3,
  price_per_page: 0.0003,
  source: expect.stringMatching(/EPA Victoria, publication 1374\.1, .*8,333 pages a tree: a convention/),
  source_url: null,
  version: '1',
  published_on: '2026-01-01',
  uncertainty: null,
  current: true,
  created_at: '2026-01-01T00:00:00Z',
};

const notStated = { source: null, source_url: null, version: null, published_on: null, uncertainty: null };

describe('methodology', () => {
  it('list shows the built-in methodology', async () => {
    expect(await list()).toEqual([shipped]);
  });

  it('add creates one, use selects it by name and by id, and each is audited once', async () => {
    const added = await add('A4 80', '--width', '0.21', '--length', '0.297', '--gsm', '80');
    expect(added).toEqual({
      ...shipped,
      id: expect.any(String),
      name: 'A4 80',
      width: 0.21,
      length: 0.297,
      gsm: 80,
      // Nobody has said that the source of other factors has these, too.
      ...notStated,
      current: false,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await operator.json('methodology', 'use', 'A4 80')).toEqual({ ...added, current: true });
    // Repeating it changes nothing.
    await operator.json('methodology', 'use', added.id);
    expect((await list()).map(({ name, current }: Json) => [name, current])).toEqual([
      [expect.any(String), false],
      ['A4 80', true],
    ]);
    const { stdout } = await operator.run('methodology', 'list');
    expect(stdout).toMatch(/A4 80 .* current$/m);
    await operator.json('methodology', 'use', shipped.id);

    const trail = await operator.json('audit', 'list');
    const seen = trail.map(({ action, subject_id, before }: Json) => ({ action, subject_id, before }));
    expect(seen).toEqual([
      { action: 'methodology.use', subject_id: shipped.id, before: { current_methodology_id: added.id } },
      { action: 'methodology.use', subject_id: added.id, before: { current_methodology_id: shipped.id } },
      { action: 'methodology.create', subject_id: added.id, before: null },
    ]);
  });

  it('add accepts zero for factors that may be free, and sets every other factor', async () => {
    const factors = ['--pages-per-tree', '10000', '--emission-factor', '0', '--price-per-page', '0.00025'];
    expect(await add('Ours', ...factors)).toMatchObject({
      pages_per_tree: 10_000,
      emission_factor: 0,
      price_per_page: 0.00025,
    });
  });

  it('add says where the factors come from', async () => {
    const sources = {
      '--source': 'A handbook, 4th edition',
      '--source-url': 'https://handbook.example/4',
      '--method-version': '3.1',
      '--published-on': '2026-03-31',
      '--uncertainty': '±20%',
    };
    const said = {
      source: 'A handbook, 4th edition',
      source_url: 'https://handbook.example/4',
      version: '3.1',
      published_on: '2026-03-31',
      uncertainty: '±20%',
    };
    const options = ['--emission-factor', '0.9', ...Object.entries(sources).flat()];
    expect(await add('Handbook', ...options)).toMatchObject({ ...said, emission_factor: 0.9 });
    const { stdout } = await operator.run('methodology', 'list');
    expect(stdout).toMatch(/Handbook .*3\.1, 2026-03-31 .*A handbook, 4th edition https:.* ±20%/);
  });

  it('add keeps the source if only the price changes, or a factor stays the same', async () => {
    const { source, version, published_on: publishedOn } = (await list())[0];
    const kept = { source, version, published_on: publishedOn };
    expect(await add('Dearer', '--price-per-page', '0.0009')).toMatchObject(kept);
    expect(await add('Same', '--gsm', '75', '--emission-factor', '1.300')).toMatchObject(kept);
  });

  it.each([
    ['--source', ' ', /--source/],
    ['--source-url', 'handbook', /--source-url/],
    ['--source-url', 'javascript:alert(1)', /--source-url/],
    ['--method-version', 'v'.repeat(51), /--method-version/],
    ['--published-on', '2026-02-30', /--published-on <text>' .* It must be a day/],
    ['--uncertainty', 'x'.repeat(101), /--uncertainty/],
    ['--gsm', '74.5', /--gsm <number>' .* It must be a whole number/],
    ['--gsm', '0', /--gsm/],
    ['--width', '0', /--width/],
    ['--width', '8.5', /--width <number>' .* It must be .* from 0.01 to 2/],
    ['--length', 'long', /--length/],
    ['--pages-per-tree', '-1', /--pages-per-tree/],
    ['--emission-factor', '1e3', /--emission-factor/],
    [
      '--price-per-page',
      '0.00000000001',
      /--price-per-page <number>' .* It must be a number of at most 10 decimals/,
    ],
  ])('add refuses %s %s', async (option, value, message) => {
    expect(await operator.failure(2, 'methodology', 'add', '--name', 'Wrong', `${option}=${value}`)).toMatch(
      message,
    );
  });

  it('refuses a name that is taken, empty or an id, and an unknown methodology', async () => {
    const named = (code: 1 | 2, name: string): Promise<string> =>
      operator.failure(code, 'methodology', 'add', '--name', name);
    expect(await named(1, 'A4 80')).toMatch(/already a methodology A4 80/);
    expect(await named(2, ' ')).toMatch(/--name/);
    expect(await named(2, shipped.id)).toMatch(/--name <name>' .* It must not be an id/);
    expect(await operator.failure(1, 'methodology', 'use', 'Nobody')).toMatch(/no methodology Nobody/);
    await operator.failure(2, 'methodology', 'add');
    expect((await list()).map(({ name }: Json) => name)).toEqual([
      expect.any(String),
      'A4 80',
      'Ours',
      'Handbook',
      'Dearer',
      'Same',
    ]);
  });
});
