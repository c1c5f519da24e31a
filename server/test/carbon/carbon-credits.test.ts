import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCreditFile } from '../../src/features/carbon/credit-file.js';
import { importCredits } from '../../src/features/carbon/import-credits.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { creditHeader, importLines, verra, verraLine } from '../support/credits.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await operator.close();
  await world.stop();
});

const lots = (): Promise<Json[]> => world.server.sql('select * from carbon_lots order by id');
const importText = async (text: string) =>
  importCredits(world.server.running.instance.context, await readCreditFile(text));

/** Expects the import to be refused with nothing stored; returns the lines of the message. */
async function refusal(importing: () => Promise<unknown>): Promise<string[]> {
  const before = await lots();
  const message = await Promise.resolve()
    .then(importing)
    .then(
      () => 'imported',
      (error: unknown) => (error as Error).message,
    );
  expect(message).not.toBe('imported');
  expect(await lots()).toEqual(before);
  return message.split('\n');
}

describe('carbon-credits import', () => {
  it('accepts a file with its columns in any order, and lists the lots with what is left', async () => {
    const file = await operator.file(
      'credits.csv',
      [
        '\ufeffTonnes,vintage_end,serial,project,vintage_start',
        `100,2016-12-31,${verra(86_055, 86_154)},Stoves,2016-01-01`,
        '',
        `"12","2017-12-31","GS1-1-ID-GS1247-2-2017-7324-1-12","${world.carbon.mangroves}","2017-01-01"`,
        ',,,,',
        '',
      ].join('\r\n'),
    );
    expect(await operator.json('carbon-credits', 'import', file)).toEqual({ lots: 2, tonnes: 112 });
    const listed = await operator.json('carbon-credits', 'list');
    expect(listed).toEqual([
      {
        id: expect.any(String),
        project_id: world.carbon.mangroves,
        project_name: 'Mangroves',
        registry_name: 'Gold Standard',
        serial: 'GS1-1-ID-GS1247-2-2017-7324-1-12',
        vintage_start: '2017-01-01',
        vintage_end: '2017-12-31',
        tonnes: 12,
        used: 0,
        left: 12,
        type: null,
        standard: null,
        registry: null,
        country: null,
        ccp: 'unknown',
        corresponding_adjustment: 'unknown',
        registry_url: null,
      },
      expect.objectContaining({ project_name: 'Stoves', serial: verra(86_055, 86_154), left: 100 }),
    ]);
    const { stdout } = await operator.run('carbon-credits', 'list');
    expect(stdout).toMatch(/^id +project +serial +vintage +tonnes +used +left +type +standard /);
    expect(stdout).toMatch(/\n\nproject +tonnes +used +left +offsets wait for\n/);
    expect(stdout).toMatch(/\nSold out +0 +0 +0 +0\nStoves +100 +0 +100 +0\n$/);
  });

  it('keeps what the registry says about a lot', async () => {
    const header = `${creditHeader},type,standard,registry,country,ccp,corresponding_adjustment,registry_url`;
    const line = verraLine('Stoves', 1, 5, 2016, 77);
    const file = await operator.file(
      'qualities.csv',
      `${header}\n${line},Removal,VCS,Verra,id,yes,UNKNOWN,https://registry.verra.org/app/projectDetail/VCS/262\n`,
    );
    await operator.json('carbon-credits', 'import', file);
    const listed = await operator.json('carbon-credits', 'list');
    expect(listed.find(({ serial }: Json) => serial === verra(1, 5, 2016, 77))).toMatchObject({
      type: 'removal',
      standard: 'VCS',
      registry: 'Verra',
      country: 'ID',
      ccp: 'yes',
      corresponding_adjustment: 'unknown',
      registry_url: 'https://registry.verra.org/app/projectDetail/VCS/262',
    });
    expect((await operator.run('carbon-credits', 'list')).stdout).toMatch(
      /removal +VCS +Verra +ID +yes +unknown/,
    );
  });

  it('says unknown where a lot of an early version does not say', async () => {
    const file = await operator.file(
      'early.csv',
      `${creditHeader}\n${verraLine('Stoves', 1, 5, 2016, 79)}\n`,
    );
    await operator.json('carbon-credits', 'import', file);
    const serial = verra(1, 5, 2016, 79);
    await world.server.sql(
      'update carbon_lots set ccp = null, corresponding_adjustment = null where serial = $1',
      [serial],
    );
    const listed = await operator.json('carbon-credits', 'list');
    expect(listed.find((lot: Json) => lot.serial === serial)).toMatchObject({
      ccp: 'unknown',
      corresponding_adjustment: 'unknown',
    });
  });

  it('refuses what a registry does not say, by line and field', async () => {
    const header = `${creditHeader},type,standard,country,ccp,registry_url`;
    const line = (first: number) => verraLine('Stoves', first, first, 2016, 78);
    const message = await refusal(() =>
      importText(
        [
          header,
          `${line(1)},capture,VCS,ID,yes,`,
          `${line(2)},,${'x'.repeat(256)},XX,maybe,ftp://registry.example`,
        ].join('\n'),
      ),
    );
    expect(message).toEqual([
      'Nothing was imported:',
      'line 2: type must be removal or avoidance, not "capture"',
      expect.stringMatching(
        /^line 3: standard must be .*; country must be .*, not "XX"; ccp must be yes or no or unknown.*; registry_url must be/,
      ),
    ]);
  });

  it('records every lot in the audit trail', async () => {
    await importLines(world.server, verraLine('Stoves', 1, 5, 2015, 100));
    const [lot] = await world.server.sql('select id from carbon_lots where serial = $1', [
      verra(1, 5, 2015, 100),
    ]);
    const entries = await world.server.sql(
      'select account_id, actor_kind, action, after from audit_entries where subject_id = $1',
      [lot?.['id']],
    );
    expect(entries).toEqual([
      {
        account_id: '00000000-0000-0000-0000-000000000000',
        actor_kind: expect.any(String),
        action: 'carbon_lot.create',
        after: {
          project_id: world.carbon.stoves,
          serial: verra(1, 5, 2015, 100),
          vintage_start: '2015-01-01',
          vintage_end: '2015-12-31',
          tonnes: 5,
          type: null,
          standard: null,
          registry: null,
          country: null,
          ccp: 'unknown',
          corresponding_adjustment: 'unknown',
          registry_url: null,
        },
      },
    ]);
  });

  it('names every invalid line, and imports none', async () => {
    await importLines(world.server, verraLine('Stoves', 1000, 1099, 2016, 200));
    const good = verraLine('Stoves', 1, 10, 2016, 200);
    const file = [
      creditHeader,
      good,
      verraLine('Nowhere', 11, 20, 2016, 200),
      `Stoves,${verra(21, 30, 2016, 200)},2016-02-30,soon,10`,
      `Stoves,${verra(31, 40, 2016, 200)},2017-01-01,2016-12-31,10`,
      `Stoves,${verra(41, 50, 2016, 200)},2016-01-01,2016-12-31,10.5`,
      `Stoves,${verra(51, 60, 2016, 200)},2016-01-01,2016-12-31,0`,
      `Stoves,${verra(61, 70, 2016, 200)},2016-01-01,2016-12-31,11`,
      'Stoves,too few',
      good,
      verraLine('Mangroves', 8, 12, 2016, 200),
      verraLine('Stoves', 1000, 1099, 2016, 200),
      verraLine('Mangroves', 1099, 1100, 2016, 200),
      '"",,"",x,y',
      `Nowhere,${verra(1050, 1150, 2016, 200)},soon,2016-12-31,101`,
    ];
    const path = await operator.file('faulty.csv', file.join('\n'));
    const [first, ...faults] = await refusal(() => importText(file.join('\n')));
    expect(first).toBe('Nothing was imported:');
    expect(faults).toEqual([
      'line 3: there is no carbon project Nowhere',
      'line 4: vintage_start must be a date such as 2016-12-31, not "2016-02-30"; ' +
        'vintage_end must be a date such as 2016-12-31, not "soon"',
      'line 5: vintage_start 2017-01-01 is after vintage_end 2016-12-31',
      'line 6: tonnes must be a whole number of 1 or more, not "10.5"',
      'line 7: tonnes must be a whole number of 1 or more, not "0"',
      `line 8: the serial ${verra(61, 70, 2016, 200)} has no range of 11 credits`,
      'line 9: has 2 fields, and the header 5',
      'line 10: is the same lot as line 2',
      'line 11: shares credits with line 2',
      'line 12: was imported before',
      `line 13: shares credits with line 12; shares credits with ${verra(1000, 1099, 2016, 200)}, imported before`,
      expect.stringMatching(/^line 14: there is no carbon project \(no name\); .*tonnes must be/),
      'line 15: there is no carbon project Nowhere; vintage_start must be a date such as 2016-12-31, not "soon"; ' +
        `shares credits with line 12; shares credits with ${verra(1000, 1099, 2016, 200)}, imported before`,
    ]);
    const stderr = await operator.failure(1, 'carbon-credits', 'import', path, '--json');
    for (const fault of faults) expect(stderr).toContain(fault);
  });

  it('refuses credits that are in another lot, whatever its project and spelling', async () => {
    await importLines(world.server, 'Stoves,ACR-MX-124-2012-345-101 to 200,2012-01-01,2012-12-31,100');
    for (const [serial, tonnes] of [
      ['acr-mx-124-2012-345-101-200', 100],
      ['ACR-MX-124-2012-345-200 to 200', 1],
      ['ACR-MX-124-2012-345-1 to 1000', 1000],
      ['ACR-MX-124-2012-345-50  to 0101', 52],
    ] as const) {
      const line = `Mangroves,${serial},2012-01-01,2012-12-31,${tonnes}`;
      const [, fault] = await refusal(() => importLines(world.server, line));
      expect(fault).toBe('line 2: shares credits with ACR-MX-124-2012-345-101 to 200, imported before');
    }
    const beside = 'Mangroves,ACR-MX-124-2012-345-201 to 201,2012-01-01,2012-12-31,1';
    expect(await importLines(world.server, beside)).toEqual({ lots: 1, tonnes: 1 });
  });

  it('is backed by a database constraint', async () => {
    await importLines(world.server, verraLine('Stoves', 1, 10, 2016, 300));
    await expect(
      world.server.sql(`
        insert into carbon_lots (id, project_id, serial, series, first_credit, last_credit, vintage_start, vintage_end,
          tonnes, created_at)
        select gen_random_uuid(), project_id, 'another', series, 10, 11, vintage_start, vintage_end, 2, now()
        from carbon_lots where serial = '${verra(1, 10, 2016, 300)}'`),
    ).rejects.toThrow('carbon_lots_apart');
    await expect(world.server.sql('delete from carbon_lots')).rejects.toThrow('never deleted');
  });

  it.each([
    ['an empty file', '', /empty/],
    ['a missing column', 'project,serial,vintage_start,tonnes\n', /missing: vintage_end/],
    ['an unknown column', `${creditHeader},colour\n`, /unknown: colour/],
    ['a column twice', `${creditHeader},serial\n`, /twice: serial/],
    ['semicolons', 'project;serial;vintage_start;vintage_end;tonnes\n', /separated by commas/],
    ['quoted columns between semicolons', '"project";"serial"\n"Stoves";"1,2"\n', /separated by commas/],
    ['only a header', `${creditHeader}\n`, /no lots/],
    ['no header', `${verraLine('Stoves', 1, 2)}\n`, /missing: project/],
    ['an unclosed quote', `${creditHeader}\n"Stoves,1-2,x,y,2\n`, /line 2: .*not closed/],
    ['a quote within a field', `${creditHeader}\n"Stoves"s,1-2,x,y,2\n`, /line 2: .*quote/],
    [
      'a line break in a serial',
      `${creditHeader}\nStoves,"1-\n2",2016-01-01,2016-01-01,2\n`,
      /serial must be/,
    ],
    ['a NUL in a serial', `${creditHeader}\nStoves,1-2\u0000,2016-01-01,2016-01-01,2\n`, /serial must be/],
  ])('refuses %s', async (_, text, message) => {
    expect((await refusal(() => importText(text))).join('\n')).toMatch(message);
  });

  it('reports a single lot in the singular', async () => {
    const file = await operator.file(
      'one.csv',
      [creditHeader, verraLine('Stoves', 1, 1, 2016, 600)].join('\n'),
    );
    const { stdout } = await operator.run('carbon-credits', 'import', file);
    expect(stdout).toBe('1 lot imported, 1 tonne\n');
  });

  it('also checks the lines above a broken quote', async () => {
    const text = [creditHeader, verraLine('Nowhere', 1, 2), '"Stoves"s,x'].join('\n');
    expect(await refusal(() => importText(text))).toHaveLength(3);
  });

  it('refuses a file that cannot be read or is not text', async () => {
    expect(await operator.failure(1, 'carbon-credits', 'import', '/nowhere.csv')).toMatch(/cannot be read/);
    expect(await operator.failure(2, 'carbon-credits', 'import')).toMatch(/file/);
    const latin = await operator.file('latin.csv', '');
    await writeFile(latin, Buffer.from(`${creditHeader}\nKöhler`, 'latin1'));
    expect(await operator.failure(1, 'carbon-credits', 'import', latin)).toMatch(/not text in UTF-8/);
  });

  it('lets only one of several concurrent imports store the same credits', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        importLines(world.server, verraLine('Stoves', 1 + index, 100 + index, 2016, 400)),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toMatch(/shares credits with/);
    }
  });

  it('accepts ten thousand lots', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      verraLine('Stoves', 1 + index * 10, 10 + index * 10, 2016, 500),
    );
    expect(await importLines(world.server, ...lines)).toEqual({ lots: 10_000, tonnes: 100_000 });
  });
});
