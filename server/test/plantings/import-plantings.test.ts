import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { PlantedProject } from '../support/planted-project.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let project: PlantedProject;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
beforeEach(async () => {
  project = await PlantedProject.open(world);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [38.1, -4.1],
      [38.2, -4.1],
      [38.2, -4.2],
      [38.1, -4.1],
    ],
  ],
};
const audits = [
  { audited_on: '2025-05-01', rate: 0.9, auditor: 'Tree Counters' },
  { audited_on: '2026-05-01', rate: 0.8765, auditor: 'Tree Counters' },
];

const list = (): Promise<Json> => operator.json('plantings', 'list', '--project', project.name);
const load = async (content: unknown, name = 'plantings.json'): Promise<Json> =>
  operator.json('plantings', 'import', await operator.file(name, content));
const refused = async (content: unknown, name = 'plantings.json'): Promise<string> => {
  const stderr = await operator.failure(1, 'plantings', 'import', await operator.file(name, content));
  expect(stderr).toContain('Nothing was imported');
  expect(await list()).toEqual([]);
  return stderr;
};

describe('plantings import', () => {
  it('takes areas as programs for maps export them', async () => {
    const feature = { type: 'Feature', properties: { name: 'North' }, geometry: square };
    await load([project.row({ reference: 'a', trees: 1, polygon: feature })]);
    await load([
      project.row({ reference: 'b', trees: 1, polygon: { type: 'FeatureCollection', features: [feature] } }),
    ]);
    expect((await list()).map(({ polygon }: Json) => polygon)).toEqual([square, square]);
  });

  it('takes JSON and CSV, matched by reference', async () => {
    const rows = [
      project.row({
        reference: 'a',
        trees: 1000,
        polygon: { ...square, bbox: [38.1, -4.2, 38.2, -4.1] },
        survival: audits.toReversed(),
        source_url: 'https://green-hands.example/a',
      }),
      {
        ...project.row({ reference: 'b', trees: 7, planted_on: '2024-06-01' }),
        project: project.id.toUpperCase(),
      },
    ];
    expect(await load(rows)).toEqual({ created: 2, updated: 0 });
    const [first, second] = await list();
    expect(first).toEqual({
      id: first.id,
      project_id: project.id,
      reference: project.reference('a'),
      planted_on: '2024-05-01',
      trees: 1000,
      surviving_trees: 876.5,
      covered_trees: 0,
      partner: 'Green Hands',
      species: ['Olea africana'],
      polygon: square,
      survival: audits,
      source_url: 'https://green-hands.example/a',
      photos: [],
    });
    expect(second).toMatchObject({
      trees: 7,
      surviving_trees: 7,
      polygon: null,
      survival: [],
      source_url: null,
    });

    const csv = [
      'reference,project,planted_on,trees,partner,species,polygon,survival,source_url',
      `${project.reference('b')},${project.name},2024-06-01,8,Green Hands,Olea africana; Albizia gummifera,"${quoted(square)}","${quoted(audits)}",`,
      `${project.reference('c')},${project.id},2024-07-01,1,Green Hands,,,,http://c.example/`,
    ].join('\n');
    expect(await load(csv, 'plantings.csv')).toEqual({ created: 1, updated: 1 });
    expect(await list()).toMatchObject([
      first,
      {
        id: second.id,
        trees: 8,
        surviving_trees: 7.012,
        species: ['Olea africana', 'Albizia gummifera'],
        polygon: square,
      },
      { species: [], polygon: null, source_url: 'http://c.example/' },
    ]);
    expect((await operator.run('plantings', 'list')).stdout).toContain(project.reference('c'));
  });

  it('takes species in CSV as a JSON array, too, and no other text in brackets for a name', async () => {
    const csv = (species: string): string =>
      `project,reference,planted_on,trees,partner,species\n${project.name},${project.reference('a')},2024-06-01,5,P,"${species}"`;
    for (const species of ['[""A"";""B""]', '[A, B]', '[""A"",', ' [1]'])
      expect(await refused(csv(species), 'plantings.csv')).toMatch(/line 2: species(\[0\])? must be/);
    await load(csv('[""Olea africana"", ""B; C"", ""b; c""]'), 'plantings.csv');
    expect(await list()).toMatchObject([{ species: ['Olea africana', 'B; C'] }]);
  });

  it('keeps audits where the cell of a CSV file is empty, and removes them where it says null', async () => {
    await load([project.row({ reference: 'a', trees: 10, survival: audits })]);
    const csv = (survival: string): string =>
      `project,reference,planted_on,trees,partner,species,survival\n${project.name},${project.reference('a')},2024-05-01,10,P,S,${survival}`;
    await load(csv(''), 'plantings.csv');
    expect(await list()).toMatchObject([{ partner: 'P', survival: audits }]);
    await load(csv('null'), 'plantings.csv');
    expect(await list()).toMatchObject([{ survival: [], surviving_trees: 10 }]);
  });

  it('joins a species that is named several times', async () => {
    await load([
      project.row({ reference: 'a', trees: 1, species: ['Olea africana', 'B', 'olea Africana', 'B'] }),
    ]);
    const csv = `project,reference,planted_on,trees,partner,species\n${project.name},${project.reference('b')},2024-06-01,5,P,a;a; A ;b`;
    await load(csv, 'plantings.csv');
    expect(await list()).toMatchObject([{ species: ['Olea africana', 'B'] }, { species: ['a', 'b'] }]);
  });

  it('keeps what a row does not say, and removes what it says is none', async () => {
    const row = project.row({ reference: 'a', trees: 10, polygon: square, survival: audits });
    await load([{ ...row, source_url: 'https://green-hands.example/' }]);
    const [before] = await list();
    await load([project.row({ reference: 'a', trees: 20 })]);
    expect(await list()).toEqual([{ ...before, trees: 20, surviving_trees: 17.53 }]);
    await load([
      { ...project.row({ reference: 'a', trees: 20 }), polygon: null, survival: null, source_url: null },
    ]);
    expect(await list()).toMatchObject([
      { polygon: null, survival: [], source_url: null, surviving_trees: 20 },
    ]);
  });

  it('records every change of facts once, in the audit trail and for the log', async () => {
    const row = project.row({ reference: 'a', trees: 10, polygon: square });
    await load([row]);
    await load([row]);
    await load([{ ...row, source_url: 'https://green-hands.example/' }]);
    await load([{ ...row, survival: audits }]);
    const records = await world.server.sql<{ facts: Json }>(
      `select facts from planting_records join plantings on plantings.id = planting_id where project_id = $1
       order by recorded_at, planting_records.id`,
      [project.id],
    );
    expect(records).toHaveLength(2);
    expect(records[1]?.facts).toEqual({
      reference: project.reference('a'),
      project: { id: project.id, name: project.name },
      planted_on: '2024-05-01',
      trees: '10.000000',
      partner: 'Green Hands',
      species: ['Olea africana'],
      survival: audits.map((audit) => ({ ...audit, rate: audit.rate.toFixed(6) })),
      polygon: 'e61627167eba01a6e7445d5f7732fe6a6e5718e39af07c319b54d95a304aa960',
    });
    const entries = await world.server.sql<{ action: string; after: Json }>(
      `select action, after from audit_entries where subject_id = (select id from plantings where project_id = $1) order by at, id`,
      [project.id],
    );
    expect(entries.map(({ action, after }) => [action, Object.keys(after).sort()])).toEqual([
      ['planting.create', expect.arrayContaining(['trees', 'partner'])],
      ['planting.update', ['source_url']],
      ['planting.update', ['survival']],
    ]);
  });

  it('names every bad row by its line, and takes nothing', async () => {
    const good = project.row({ reference: 'good', trees: 1 });
    const bad: [string, object][] = [
      ['there is no forestry project Nowhere', { project: 'Nowhere' }],
      ['trees must be', { trees: 1.5 }],
      ['trees must be', { trees: 0 }],
      ['trees must be', { trees: '12' }],
      ['planted_on must be', { planted_on: '2024-02-30' }],
      ['planted_on 2199-01-01 is in the future', { planted_on: '2199-01-01' }],
      ['partner', { partner: ' ' }],
      ['species', { species: 'Olea africana' }],
      ['source_url', { source_url: 'javascript:alert(1)' }],
      ['survival', { survival: [{ ...audits[0], rate: 1.01 }] }],
      ['survival', { survival: [{ ...audits[0], rate: -0.1 }] }],
      ['survival', { survival: [{ audited_on: '2025-05-01', rate: 1 }] }],
      ['two audits are on 2025-05-01', { survival: [audits[0], audits[0]] }],
      ['audited_on 2024-04-30 is before', { survival: [{ ...audits[0], audited_on: '2024-04-30' }] }],
      ['audited_on 2199-05-01 is in the future', { survival: [{ ...audits[0], audited_on: '2199-05-01' }] }],
      ['there is no field colour', { colour: 'green' }],
      ['polygon must be', { polygon: 'POLYGON ((30 10, 40 40))' }],
    ];
    const rows = bad.map(([, fields], index) => ({
      ...project.row({ reference: `bad ${index}`, trees: 1 }),
      ...fields,
    }));
    const text = `[\n${[good, ...rows].map((row) => JSON.stringify(row)).join(',\n')}\n]`;
    const lines = (await refused(text)).split('\n');
    for (const [index, [what]] of bad.entries()) {
      const line = lines.find((one) => one.startsWith(`line ${index + 3}: `));
      expect(line).toContain(what);
      // Several rows may be on one line.
      expect(line).toContain(`(${project.reference(`bad ${index}`)})`);
    }
    expect(lines.some((line) => line.startsWith('line 2:'))).toBe(false);
  });

  it.each([
    ['not closed', { ...square, coordinates: [square.coordinates[0]?.slice(0, 3).concat([[1, 1]])] }],
    ['fewer than 4', { ...square, coordinates: [square.coordinates[0]?.slice(0, 3)] }],
    [
      'within -180 to 180',
      {
        ...square,
        coordinates: [
          [
            [200, 0],
            [1, 1],
            [2, 2],
            [200, 0],
          ],
        ],
      },
    ],
    [
      'within -180 to 180',
      {
        ...square,
        coordinates: [
          [
            ['1', 0],
            [1, 1],
            [2, 2],
            ['1', 0],
          ],
        ],
      },
    ],
    ['must have coordinates', { type: 'Polygon', coordinates: [] }],
    ['must have coordinates', { type: 'MultiPolygon', coordinates: [[]] }],
    ['must be a GeoJSON Polygon', { type: 'Point', coordinates: [1, 2] }],
    ['may only have', { ...square, crs: { type: 'name' } }],
    ['at most 2000 positions', { ...square, coordinates: [Array.from({ length: 2_001 }, () => [1, 1])] }],
  ])('refuses a polygon: %s', async (what, polygon) => {
    expect(await refused([project.row({ reference: 'a', trees: 1, polygon })])).toMatch(
      new RegExp(`^line 1: polygon .*${what}.* \\(${project.reference('a')}\\)`, 'm'),
    );
  });

  it('takes a polygon of as many positions as are allowed, in CSV, too', async () => {
    const ring = Array.from({ length: 2_000 }, (_, at) => [
      170 + Math.cos((at % 1_999) / 318) / 3,
      -43 + Math.sin((at % 1_999) / 318) / 3,
    ]);
    const polygon = { type: 'MultiPolygon', coordinates: [[ring]] };
    const csv = `project,reference,planted_on,trees,partner,species,polygon\n${project.name},${project.reference('a')},2024-05-01,5,P,S,"${quoted(polygon)}"`;
    expect(await load(csv, 'plantings.csv')).toEqual({ created: 1, updated: 0 });
    const [listed] = await list();
    expect(listed.polygon.coordinates[0][0]).toHaveLength(2_000);
    expect(listed.polygon.coordinates[0][0][1][0]).toBe(Math.round((ring[1]?.[0] ?? 0) * 1e7) / 1e7);
  });

  it('refuses the same reference twice, and a planting that moves to another project', async () => {
    const row = project.row({ reference: 'a', trees: 1 });
    expect(await refused(`[${JSON.stringify(row)},\n${JSON.stringify(row)}]`)).toContain(
      `line 2: reference ${project.reference('a')} is also on line 1`,
    );
    await load([row]);
    const moved = await operator.file('moved.json', [{ ...row, project: 'Forest' }]);
    expect(await operator.failure(1, 'plantings', 'import', moved)).toContain('belongs to another project');
  });

  it('refuses files that are not what they seem', async () => {
    const failure = async (content: unknown) =>
      operator.failure(1, 'plantings', 'import', await operator.file('odd', content));
    expect(await failure('{"project": 1}')).toContain('must contain an array');
    expect(await failure('[{"project": ')).toContain('is not JSON');
    expect(await failure('[]')).toContain('no plantings');
    expect(await failure('project,reference\na,b')).toContain('missing: planted_on');
    expect(await failure('')).toContain('is empty');
    expect(await failure('[1, null, []]')).toMatch(/line 1: must be an object/);
    expect(await failure(`[${'[],'.repeat(20_000)}[]]`)).toContain('at most 20000');
    expect(await failure(`[${'['.repeat(100)}${']'.repeat(100)}]`)).toContain('too many levels');
    const csv = `project,reference,planted_on,trees,partner,species,survival\n${project.name},a,2024-05-01,1e3,P,S,{`;
    const stderr = await refused(csv, 'plantings.csv');
    expect(stderr).toContain('line 2: survival must be JSON; trees must be a whole number');
  });
});

describe('plantings list', () => {
  it('refuses a project that does not exist', async () => {
    expect(await operator.failure(1, 'plantings', 'list', '--project', 'Nowhere')).toContain(
      'There is no forestry project Nowhere',
    );
  });
});

const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('"', '""');
