import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { csvOf, depositsOf, linesOf } from '../support/job-files.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let shop: TestAccount;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  shop = await world.newAccount('channel', world.distributor);
  folder = await mkdtemp(join(tmpdir(), 'regrove-jobs-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await operator.close();
  await world.stop();
});

const fileOf = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const command = (path: string, ...more: string[]) => [
  'deposits',
  'import',
  path,
  '--account',
  shop.id,
  ...more,
];

describe('deposits import', () => {
  it('books a file once, and says so', async () => {
    const path = await fileOf('jobs.csv', csvOf('job,sheets,size,gsm', '1,100,A3,90', '2,50,,'));
    const booked = { created: 2, unchanged: 0, customers_created: 0, errors: [] };
    expect(await operator.json(...command(path))).toEqual(booked);
    expect(await operator.json(...command(path))).toEqual({ ...booked, created: 0, unchanged: 2 });
    expect(await depositsOf(shop.api)).toHaveLength(2);
    const lines = await fileOf('jobs.jsonl', linesOf({ job: 'x', weight: 1, unit: 't', customer: 'made' }));
    expect(await operator.json(...command(lines, '--create-customers'))).toEqual({
      ...booked,
      created: 1,
      customers_created: 1,
    });
  });

  it('takes files of other programs by their columns', async () => {
    const path = await fileOf(
      'mis.csv',
      '\ufeffAuftrag;Druckdatum;Gewicht (kg);Sorte;Einheit\r\nA-7;03.11.2025;1.250,5;matt;kg\r\nA-8;04.11.2025;12,5;matt;kg\r\n',
    );
    const message = await operator.failure(1, ...command(path));
    expect(message).toContain('The header must contain job');
    const options = ['--column', 'weight=Gewicht (kg)', '--partial'];
    expect(await operator.json(...command(path, ...options))).toMatchObject({
      created: 1,
      errors: [
        {
          line: 2,
          message: 'weight must be a number from -1000000000000000 up to 1000000000000000, not "1.250,5"',
        },
      ],
    });
  });

  it('prefers a chosen weight to sheets that it recognizes, and leaves columns out', async () => {
    const file = async (name: string) =>
      fileOf(`${name}.csv`, `Order,Sheets,Format,Weight (kg),Client\n${name},500,A3,12,nobody\n`);
    const booked = async (name: string, ...columns: string[]) => {
      const options = ['customer=', ...columns].flatMap((column) => ['--column', column]);
      expect(await operator.json(...command(await file(name), ...options))).toMatchObject({ created: 1 });
      const [row] = await world.server.sql(
        `select round(pages * width * deposits.length * gsm) = 12000 as is_weight, pages from deposits
         where id = (select deposit_id from deposit_jobs where account_id = $1 and job = $2)`,
        [shop.id, name],
      );
      return row;
    };
    expect(await booked('w1', 'weight=Weight (kg)')).toMatchObject({ is_weight: true });
    expect(await booked('w2', 'sheets=', 'size=')).toMatchObject({ is_weight: true });
    expect(await booked('s1', 'job=Order')).toMatchObject({ pages: '500' });
    expect(await booked('s2', 'sheets=Sheets', 'weight=')).toMatchObject({ pages: '500' });
    const wrong = await operator.failure(1, ...command(await file('x'), '--column', 'job='));
    expect(wrong).toContain('job');
    for (const column of ['sheets', 'colour=', '=x'])
      expect(await operator.failure(2, ...command('x.csv', '--column', column))).toContain(
        'It must be a field',
      );
  });

  it('names bad lines and books nothing', async () => {
    const before = await depositsOf(shop.api);
    const path = await fileOf('bad.csv', csvOf('job,sheets', 'good,1', 'bad,many'));
    const message = await operator.failure(1, ...command(path));
    expect(message).toContain('line 3: sheets must be a whole number');
    expect(await depositsOf(shop.api)).toEqual(before);
  });

  it('takes files of several trees of accounts, whose lines all name a customer', async () => {
    const elsewhere = await world.newAccount('customer', await world.newAccount('channel', world.stranger));
    for (const { api } of [shop, world.stranger])
      await api.post('/accounts', { name: 'Twice', external_id: 'in-two-trees' });
    const rows = [`a,1,${shop.id}`, `b,2,${elsewhere.id.toUpperCase()}`];
    const path = await fileOf('all.csv', csvOf('job,sheets,customer', ...rows));
    expect(await operator.json('deposits', 'import', path)).toMatchObject({ created: 2, errors: [] });
    expect((await depositsOf(elsewhere.api)).map(({ pages }) => pages)).toEqual([2]);

    const bad = await fileOf(
      'none.csv',
      csvOf('job,sheets,customer', 'c,1,', 'd,1,nobody', 'e,1,in-two-trees'),
    );
    expect(await operator.json('deposits', 'import', bad, '--partial')).toMatchObject({
      created: 0,
      errors: [
        { line: 2, message: 'customer is required' },
        { line: 3, message: 'customer is no external id or id of an accessible account: nobody' },
        { line: 4, message: 'customer is the external id of several accessible accounts: in-two-trees' },
      ],
    });
    const parentless = await operator.failure(1, 'deposits', 'import', bad, '--create-customers');
    expect(parentless).toContain('There are several root accounts: give --account');
  });

  it('creates customers below the only root account if none is given', async () => {
    const path = await fileOf('new.csv', csvOf('job,sheets,customer', 'a,1,new', 'b,2,'));
    const single = await createOperator();
    try {
      const importing = ['deposits', 'import', path, '--create-customers'];
      expect(await single.failure(1, ...importing)).toContain('There is no root account: give --account');
      const { id } = await single.json('accounts', 'create', '--name', 'Shop', '--role', 'channel');
      expect(await single.json(...importing)).toMatchObject({ created: 2, customers_created: 1, errors: [] });
      expect(await single.json('accounts', 'list', '--parent', id)).toMatchObject([{ external_id: 'new' }]);
    } finally {
      await single.close();
    }
  });
});
