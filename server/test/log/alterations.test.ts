import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlterableLog } from '../support/alterable-log.js';

let log: AlterableLog;
beforeAll(async () => {
  log = await AlterableLog.open();
}, 120_000);
afterAll(() => log.world.stop());

interface Alteration {
  readonly what: string;
  readonly sql: () => readonly string[];
  /** What `doctor --ledger` says. */
  readonly finds: () => RegExp;
  /** The error of who reads the log from outside. */
  readonly outside?: RegExp;
}

const certificate = (change: string, id = () => log.valid): (() => string[]) => {
  return () => [`update biomass_certificates set ${change} where id = '${id()}'`];
};
const flip = (column: string): string => `set_byte(${column}, 40, get_byte(${column}, 40) # 1)`;
const inRow =
  (field: string, id = () => log.valid): (() => RegExp) =>
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
    sql: () => [`insert into log_entries select ${log.size}, entry from log_entries where index = 9`],
    finds: () => new RegExp(`entry ${log.size} is beyond the end`),
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
    sql: () => [
      `update log_checkpoints set note = replace(note, e'\\n${log.size}\\n', e'\\n${log.size - 1}\\n')`,
    ],
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
  {
    what: 'a key more than the log has',
    sql: () => [
      `insert into log_keys
       select '${log.stranger.key}', '${log.stranger.note}', first_signed_at + interval '1 s', ${log.size}, ${log.size} from log_keys`,
    ],
    finds: () => /the key \S+ has signed nothing as far as this data directory knows/,
  },
  {
    what: 'another key in the place of that of the log',
    sql: () => [`update log_keys set key = '${log.stranger.key}', first_note = '${log.stranger.note}'`],
    finds: () => /has signed nothing as far as this data directory knows.*the key \S+ is missing/,
  },
  {
    what: 'a deleted key',
    sql: () => ['delete from log_keys'],
    finds: () => /the key \S+ is missing/,
  },
  {
    what: 'the name in a key',
    sql: () => [`update log_keys set key = 'x' || key`],
    finds: () => /x\S+ is no key|the key x\S+ did not sign/,
  },
  {
    what: 'the signature of the first checkpoint of a key',
    sql: () => [
      `update log_keys set first_note = overlay(first_note placing
         case substr(first_note, length(first_note) - 20, 1) when 'A' then 'B' else 'A' end from length(first_note) - 20 for 1)`,
    ],
    finds: () => /did not sign the checkpoint that is called its first: The signature of \S+ is wrong/,
  },
  {
    what: 'the first size of a key',
    sql: () => ['update log_keys set first_size = first_size - 1'],
    finds: () => /first signed \d+ entries, and the list says \d+/,
  },
  {
    what: 'the last size of a key',
    sql: () => ['update log_keys set last_size = last_size - 1'],
    finds: () => /did not sign \d+ entries last, as the list says/,
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
      `update biomass_certificates set project_id = (select id from forestry_projects where id <> project_id limit 1) where id = '${log.valid}'`,
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
        `certificate .*${log.valid}.* both are at entry .*|certificate .* and certificate ${log.valid} both`,
      ),
  },
  {
    what: 'an index beyond the log',
    sql: certificate('log_index = log_index + 100000'),
    finds: () =>
      new RegExp(`certificate ${log.valid} should be at entry 100\\d+, but the log has ${log.size}`),
  },
  {
    what: 'a certificate that seems not to be entered',
    sql: certificate('log_index = null'),
    finds: () => new RegExp(`\\(certificate.issued ${log.valid}\\) is of no row`),
  },
  {
    what: 'a deleted certificate',
    sql: () => [`delete from biomass_certificates where id = '${log.valid}'`],
    finds: () => new RegExp(`\\(certificate.issued ${log.valid}\\) is of no row`),
  },
  {
    what: 'a certificate that was never entered',
    sql: () => [
      `insert into biomass_certificates (account_id, id, project_id, date, pages, trees, issued_at)
       select account_id, '00000000-0000-4000-8000-000000000001', project_id, date, pages, trees, issued_at - interval '1 hour'
       from biomass_certificates where id = '${log.valid}'`,
    ],
    finds: () => /certificate 00000000-0000-4000-8000-000000000001 was not entered/,
  },
  {
    what: 'the time of a withdrawal',
    sql: certificate(`withdrawn_at = withdrawn_at - interval '1 s'`, () => log.withdrawn),
    finds: () => new RegExp(`withdrawal of certificate ${log.withdrawn}, entry \\d+: at is`),
  },
  {
    what: 'a withdrawal that was taken back',
    sql: certificate('withdrawn_at = null', () => log.withdrawn),
    finds: () => new RegExp(`withdrawal of certificate ${log.withdrawn}, entry \\d+: at is ""`),
  },
  {
    what: 'a withdrawal that was never entered',
    sql: certificate(`withdrawn_at = now() - interval '1 hour'`),
    finds: () => new RegExp(`withdrawal of certificate ${log.valid} was not entered`),
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
    what: 'the trees of a recorded planting',
    sql: () => [`update planting_records set facts = facts || '{"trees": "9.000000"}'`],
    finds: () => /planting \S+, entry \d+: trees is "9.000000" in the row/,
  },
  {
    what: 'the trees of a planting',
    sql: () => ['update plantings set trees = 9, surviving_trees = 9'],
    finds: () => /a planting is as it was recorded last/,
  },
  {
    what: 'a planting that nobody recorded',
    sql: () => [
      `insert into plantings (id, project_id, reference, planted_on, trees, partner, species, survival, surviving_trees, covered_trees,
         created_at, updated_at)
       select gen_random_uuid(), project_id, 'invented', planted_on, 500, partner, species, survival, 500, 0, created_at, updated_at
       from plantings limit 1`,
    ],
    finds: () => /a planting is as it was recorded last/,
  },
  {
    what: 'the auditor of a planting',
    sql: () => [`update plantings set survival = jsonb_set(survival, '{0,auditor}', '"Somebody"')`],
    finds: () => /a planting is as it was recorded last/,
  },
  {
    what: 'the polygon of a planting',
    sql: () => [`update plantings set polygon = jsonb_set(polygon, '{coordinates,0,1,0}', '7')`],
    finds: () => /a planting is as it was recorded last/,
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
  it('or nothing was altered', () => log.expectIntact());

  it.each(alterations)('$what', async ({ sql, finds, outside }) => {
    await log.run(...sql());
    const { code, failures } = await log.doctor();
    expect(code).toBe(1);
    expect(failures.join('\n')).toMatch(finds());
    if (outside) await expect(log.auditor.audit(log.seen)).rejects.toThrow(outside);
    await log.restore();
    await log.expectIntact();
  });

  it.each(['a byte of an entry', 'the order of two entries', 'a tile of level 0', 'a tile of level 1'])(
    '%s, by the command log audit --since',
    async (altered) => {
      expect((await log.auditByCommand()).code).toBe(0);
      const { sql, outside } = alterations.find(({ what }) => what === altered) ?? {};
      await log.run(...(sql?.() ?? []));
      const { code, stderr } = await log.auditByCommand();
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(outside ?? /none/) });
      expect(stderr).toContain('The log is not as it was signed: ');
      await log.restore();
    },
  );

  it('a certificate without its salt is as good as before, but for its name', async () => {
    const docs = await readFile(new URL('../../../docs/transparency.md', import.meta.url), 'utf8');
    const [, command = ''] = /`(update biomass_certificates set salt = null[^`]*)`/.exec(docs) ?? [];
    await log.run(command.replace("'ID'", `'${log.valid}'`));
    await log.expectIntact();
    const [row] = await log.world.server.sql(
      'select salt, account_name from biomass_certificates where id = $1',
      [log.valid],
    );
    expect(row).toEqual({ salt: null, account_name: null });
    await log.run(`update biomass_certificates set pages = pages + 1 where id = '${log.valid}'`);
    const { failures } = await log.doctor();
    expect(failures.join('\n')).toMatch(inRow('pages')());
    await log.restore();
  });
});
