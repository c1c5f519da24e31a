import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatVerifierKey, hashLeaf, parseEntry } from '@regrove/verify';
import { signerOf } from '../../../verify/test/support/keys.js';
import { recordRetirements } from '../../src/features/carbon/record-retirements.js';
import { readRetirementFile } from '../../src/features/carbon/retirement-file.js';
import { keepLog } from '../../src/features/log/keep-log.js';
import { TileBuilder } from '../../src/features/log/tile-builder.js';
import { formatCheckpoint, formatEntry } from '../../src/platform/tlog/format.js';
import { formatNote, signNote } from '../../src/platform/tlog/sign.js';
import type { Json } from '../support/api-client.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { runInProcess } from '../support/command-line.js';
import { logAuditor, type LogAuditor } from '../support/log-auditor.js';
import { startWorld, type World } from '../support/world.js';

/** So many that there are tiles of two levels. */
const certificates = 300;
const tables = [
  'biomass_certificates',
  'carbon_allocations',
  'carbon_lots',
  'carbon_retirements',
  'log_checkpoints',
  'log_entries',
  'log_state',
  'log_tiles',
  'methodologies',
];

let world: World;
let log: LogAuditor;
/** A checkpoint that somebody has seen before anything was altered. */
let seen: string;
let size: number;
/** A certificate that is valid, and one that was withdrawn. */
let valid: string;
let withdrawn: string;

const keep = (): Promise<void> => keepLog(world.server.running.instance.context);
const run = (...statements: string[]): Promise<unknown> =>
  // Constraints and triggers are what somebody with access to the files would not meet.
  world.server.sql(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '),
  );

beforeAll(async () => {
  world = await startWorld();
  log = logAuditor(world.server);
  const orders = await CarbonOrders.open(world);
  await orders.credits(1, 10);
  await orders.offset(3);
  await orders.fulfil();
  await recordRetirements(
    world.server.running.instance.context,
    await readRetirementFile(`serial,retired_on\n${orders.serial(1, 2)},2026-01-31\n`),
  );
  const ids: string[] = [];
  for (let made = 0; made < certificates; made += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, one) =>
        world.distributor.api.post('/biomass/offsets', { pages: 100 + made + one }),
      ),
    );
    ids.push(...answers.map(({ body }) => body.certificate_id));
    if (made === 0) await world.distributor.api.delete(`/biomass/offsets/${answers[3]?.body.id}`);
    if (made === 0) withdrawn = answers[3]?.body.certificate_id;
  }
  valid = ids[100] ?? '';
  await keep();
  seen = await log.text('/log/checkpoint');
  await world.distributor.api.post('/biomass/offsets', { pages: 5 });
  await keep();
  size = (await log.audit(seen)).length;
  await run(...tables.map((table) => `create table kept_${table} as table ${table}`));
}, 120_000);
afterAll(() => world.stop());

const restore = (): Promise<unknown> =>
  run(
    ...tables.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} select * from kept_${table}`,
    ]),
  );

async function doctor(): Promise<{ code: number | null; failures: string[] }> {
  const { dataDir } = world.server.running.instance.config;
  const { code, stdout } = await runInProcess(['doctor', '--ledger', '--json'], {
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_DATA_DIR: dataDir,
  });
  const failed = JSON.parse(stdout).filter(({ ok }: Json) => ok === false);
  return { code, failures: failed.map(({ detail }: Json) => detail) };
}

async function expectAllWell(): Promise<void> {
  expect(await doctor()).toEqual({ code: 0, failures: [] });
  expect(await log.audit(seen)).toHaveLength(size);
}

interface Alteration {
  readonly what: string;
  readonly sql: () => readonly string[];
  /** What `doctor --ledger` says. */
  readonly finds: () => RegExp;
  /** The error of who reads the log from outside. */
  readonly outside?: RegExp;
}

const certificate = (change: string, id = () => valid): (() => string[]) => {
  return () => [`update biomass_certificates set ${change} where id = '${id()}'`];
};
const flip = (column: string): string => `set_byte(${column}, 40, get_byte(${column}, 40) # 1)`;
const inRow =
  (field: string, id = () => valid): (() => RegExp) =>
  () =>
    new RegExp(`certificate ${id()}, entry \\d+: ${field} is .* in the row and .* in the log`);

const alterations: readonly Alteration[] = [
  {
    what: 'a byte of an entry',
    sql: () => [`update log_entries set entry = ${flip('entry')} where index = 7`],
    finds: () => /entry 7\b/,
    outside: /Tile 0\/0|canonical|entry/,
  },
  {
    what: 'the pages in an entry',
    sql: () => [
      `update log_entries set entry = replace(convert_from(entry, 'UTF8'), '"pages":107', '"pages":907')::bytea
       where convert_from(entry, 'UTF8') like '%"pages":107,%'`,
    ],
    finds: () => /pages is 107 in the row and 907 in the log/,
    outside: /Tile 0\/0/,
  },
  {
    what: 'the order of two entries',
    sql: () => [
      'update log_entries set index = -1 where index = 20',
      'update log_entries set index = 20 where index = 21',
      'update log_entries set index = 21 where index = -1',
    ],
    finds: () => /entry 20: .*entry 21: /,
    outside: /Tile 0\/0/,
  },
  {
    what: 'a deleted entry',
    sql: () => ['delete from log_entries where index = 30'],
    finds: () => /entry 30 is missing/,
    outside: /tile|bundle|entries/i,
  },
  {
    what: 'an entry more than the log has',
    sql: () => [`insert into log_entries select ${size}, entry from log_entries where index = 9`],
    finds: () => new RegExp(`entry ${size} is beyond the end`),
  },
  ...[0, 1].map((level) => ({
    what: `a tile of level ${level}`,
    sql: () => [
      `update log_tiles set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1) where level = ${level} and number = 0`,
    ],
    finds: () => new RegExp(`tile ${level}/0 has other hashes`),
    outside: new RegExp(`Tile ${level}/0 has other hashes`),
  })),
  {
    what: 'a deleted tile',
    sql: () => ['delete from log_tiles where level = 0 and number = 0'],
    finds: () => /tile 0\/0 is missing/,
    outside: /404|tile|Tile/,
  },
  {
    what: 'a tile more than the log has',
    sql: () => ['insert into log_tiles select 2, 0, hashes from log_tiles where level = 1'],
    finds: () => /there are 4 tiles, and there should be 3/,
  },
  {
    what: 'the root in the state',
    sql: () => ['update log_state set root = sha256(root)'],
    finds: () => /the state says another root/,
  },
  {
    what: 'the size in the state',
    sql: () => ['update log_state set size = size - 1'],
    finds: () => /\d+ entries were signed, and the log has/,
  },
  {
    what: 'the size in a checkpoint',
    sql: () => [`update log_checkpoints set note = replace(note, e'\\n${size}\\n', e'\\n${size - 1}\\n')`],
    finds: () => /The signature of \S+ is wrong/,
    outside: /signature/,
  },
  {
    what: 'the signature of a checkpoint',
    sql: () => [
      `update log_checkpoints set note = overlay(note placing
         case substr(note, length(note) - 20, 1) when 'A' then 'B' else 'A' end from length(note) - 20 for 1)`,
    ],
    finds: () => /The signature of \S+ is wrong/,
    outside: /signature/,
  },
  { what: 'pages of a certificate', sql: certificate('pages = pages + 1'), finds: inRow('pages') },
  { what: 'trees of a certificate', sql: certificate('trees = trees + 0.000001'), finds: inRow('trees') },
  {
    what: 'the date of a certificate',
    sql: certificate(`date = date - interval '1 day'`),
    finds: inRow('date'),
  },
  {
    what: 'the time of a certificate',
    sql: certificate(`issued_at = issued_at - interval '1 s'`),
    finds: inRow('at'),
  },
  { what: 'no time of a certificate', sql: certificate('issued_at = null'), finds: inRow('at') },
  {
    what: 'the project of a certificate',
    sql: () => [
      `update biomass_certificates set project_id = (select id from forestry_projects where id <> project_id limit 1) where id = '${valid}'`,
    ],
    finds: inRow('project'),
  },
  {
    what: `the project's name on a certificate`,
    sql: certificate(`project_name = 'Wood'`),
    finds: inRow('project'),
  },
  {
    what: 'the methodology of a certificate',
    sql: certificate('methodology_id = gen_random_uuid()'),
    finds: inRow('methodology'),
  },
  { what: 'the name on a certificate', sql: certificate(`account_name = 'Wood'`), finds: inRow('account') },
  { what: 'the salt of a certificate', sql: certificate('salt = sha256(salt)'), finds: inRow('account') },
  {
    what: 'the index of a certificate',
    sql: certificate('log_index = log_index + 1'),
    finds: () =>
      new RegExp(
        `certificate .*${valid}.* both are at entry .*|certificate .* and certificate ${valid} both`,
      ),
  },
  {
    what: 'an index beyond the log',
    sql: certificate('log_index = log_index + 100000'),
    finds: () => new RegExp(`certificate ${valid} should be at entry 100\\d+, but the log has ${size}`),
  },
  {
    what: 'a certificate that seems not to be entered',
    sql: certificate('log_index = null'),
    finds: () => new RegExp(`\\(certificate.issued ${valid}\\) is of no row`),
  },
  {
    what: 'a deleted certificate',
    sql: () => [`delete from biomass_certificates where id = '${valid}'`],
    finds: () => new RegExp(`\\(certificate.issued ${valid}\\) is of no row`),
  },
  {
    what: 'a certificate that was never entered',
    sql: () => [
      `insert into biomass_certificates (account_id, id, project_id, date, pages, trees, issued_at)
       select account_id, '00000000-0000-4000-8000-000000000001', project_id, date, pages, trees, issued_at - interval '1 hour'
       from biomass_certificates where id = '${valid}'`,
    ],
    finds: () => /certificate 00000000-0000-4000-8000-000000000001 was not entered/,
  },
  {
    what: 'the time of a withdrawal',
    sql: certificate(`withdrawn_at = withdrawn_at - interval '1 s'`, () => withdrawn),
    finds: () => new RegExp(`withdrawal of certificate ${withdrawn}, entry \\d+: at is`),
  },
  {
    what: 'a withdrawal that was taken back',
    sql: certificate('withdrawn_at = null', () => withdrawn),
    finds: () => new RegExp(`withdrawal of certificate ${withdrawn}, entry \\d+: at is ""`),
  },
  {
    what: 'a withdrawal that was never entered',
    sql: certificate(`withdrawn_at = now() - interval '1 hour'`),
    finds: () => new RegExp(`withdrawal of certificate ${valid} was not entered`),
  },
  {
    what: 'a factor of a methodology',
    sql: () => ['update methodologies set pages_per_tree = pages_per_tree + 1 where log_index is not null'],
    finds: () => /methodology \S+, entry 0: factors is/,
  },
  {
    what: 'the vintage of a credit lot',
    sql: () => ['update carbon_lots set vintage_start = vintage_start - 1'],
    finds: () => /credit lot \S+, entry \d+: vintage is .*"2015-12-31".* in the row/,
  },
  {
    what: 'the tonnes of an allocation',
    sql: () => ['update carbon_allocations set tonnes = tonnes - 1'],
    finds: () => /credits of offset \S+, entry \d+: .*tonnes is "2.000000" in the row/,
  },
  {
    what: 'the date of a retirement',
    sql: () => [`update carbon_retirements set retired_on = '2026-01-30'`],
    finds: () =>
      /retirement \S+, entry \d+: retired_on is "2026-01-30" in the row and "2026-01-31" in the log/,
  },
  {
    what: 'a deleted retirement',
    sql: () => ['delete from carbon_retirements'],
    finds: () => /\(credits.retired \S+\) is of no row/,
  },
  {
    what: 'a retirement that was never entered',
    sql: () => [
      `insert into carbon_retirements (id, lot_id, first_credit, last_credit, retired_on, recorded_at)
       select gen_random_uuid(), lot_id, 3, 3, retired_on, now() - interval '1 hour' from carbon_retirements`,
    ],
    finds: () => /retirement \S+ was not entered/,
  },
  {
    what: 'a deleted allocation',
    sql: () => ['delete from carbon_allocations'],
    finds: () => /\(credits.allocated\) is of no row/,
  },
];

describe('Whoever alters what is stored is found out', () => {
  it('or nothing was altered', expectAllWell);

  it.each(alterations)('$what', async ({ sql, finds, outside }) => {
    await run(...sql());
    const { code, failures } = await doctor();
    expect(code).toBe(1);
    expect(failures.join('\n')).toMatch(finds());
    if (outside) await expect(log.audit(seen)).rejects.toThrow(outside);
    await restore();
    await expectAllWell();
  });

  it('a certificate without its salt is as good as before, but for its name', async () => {
    await run(`update biomass_certificates set salt = null where id = '${valid}'`);
    await expectAllWell();
    await run(`update biomass_certificates set pages = pages + 1 where id = '${valid}'`);
    const { failures } = await doctor();
    expect(failures.join('\n')).toMatch(inRow('pages')());
    await restore();
  });
});

describe('A checkpoint that somebody else has written into the database', () => {
  const trouble = async (): Promise<string | null | undefined> =>
    (await world.server.sql<{ trouble: string | null }>('select trouble from log_state'))[0]?.trouble;

  it.each([
    ['by an unknown key', false, 'No known key has signed it'],
    ['by a key that was put into the list, too', true, 'is not about the entries of the log'],
  ])('is not signed: %s', async (_, isListed, reason) => {
    const own = await world.server.running.instance.context.transparency.signer();
    const { name } = own.key;
    const forger = await signerOf(name, 1);
    const text = formatCheckpoint({ origin: name, size, root: Buffer.alloc(32, 7) });
    const note = formatNote(text, await signNote(text, forger));
    await world.server.sql('update log_checkpoints set note = $1 where size = $2', [note, size]);
    const forged = formatVerifierKey(forger.key);
    if (isListed)
      await world.server.sql('insert into log_keys values ($1, $2, now(), $3, $3)', [forged, note, size]);
    await keep();
    expect(await trouble()).toContain(reason);
    const [row] = await world.server.sql('select note from log_checkpoints where size = $1', [size]);
    expect(row).toEqual({ note });
    await world.server.sql('delete from log_keys where key = $1', [forged]);
    await restore();
    await keep();
    expect(await trouble()).toBeNull();
    await expectAllWell();
  });
});

describe('A past that was rewritten completely, and signed again', () => {
  /** Everything that the installation could do to hide it, but for the file of what was signed. */
  async function rewrite(): Promise<void> {
    const sql: World['server']['sql'] = (text, values) => world.server.sql(text, values);
    const entries = await sql<{ index: string; entry: Buffer }>(
      'select index, entry from log_entries order by index',
    );
    const tree = new TileBuilder();
    const tiles = [];
    for (const { index, entry } of entries) {
      const told = parseEntry(entry);
      const isAltered = 'id' in told && told.id === valid;
      const bytes = isAltered ? Buffer.from(formatEntry({ ...told, pages: 1_000_000 } as never)) : entry;
      if (isAltered) await sql('update log_entries set entry = $2 where index = $1', [index, bytes]);
      tiles.push(...tree.append([await hashLeaf(bytes)]));
    }
    for (const { level, number, hashes } of [...tiles, ...tree.partialTiles()])
      await sql('update log_tiles set hashes = $3 where level = $1 and number = $2', [level, number, hashes]);
    const root = await tree.root();
    await sql('update log_state set root = $1', [root]);
    const signer = await world.server.running.instance.context.transparency.signer();
    const text = formatCheckpoint({ origin: signer.key.name, size, root });
    await sql('update log_checkpoints set note = $1', [formatNote(text, await signNote(text, signer))]);
  }

  it('is found by who has seen an earlier checkpoint, by the rows, and by what was signed', async () => {
    await rewrite();
    // Whoever looks for the first time cannot know.
    expect(await log.audit()).toHaveLength(size);
    await expect(log.audit(seen)).rejects.toThrow('entries with another root');
    const { code, failures } = await doctor();
    expect(code).toBe(1);
    expect(failures.join('\n')).toMatch(inRow('pages')());
    expect(failures.join('\n')).toMatch(/entries were signed with another root \(the file log-signed\)/);

    await run(`update biomass_certificates set pages = 1000000 where id = '${valid}'`);
    const again = await doctor();
    expect(again.code).toBe(1);
    expect(again.failures.join('\n')).toMatch(/\(the file log-signed\)/);
    await world.distributor.api.post('/biomass/offsets', { pages: 6 });
    await keep();
    const [state] = await world.server.sql<{ trouble: string }>('select trouble from log_state');
    expect(state?.trouble).toContain('are not those that were signed before');
    expect((await doctor()).failures.join('\n')).toMatch(
      /not signed since .*are not those that were signed before/,
    );
  });
});
