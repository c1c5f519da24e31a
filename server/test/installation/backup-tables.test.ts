import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/command-line.js';
import { asAdmin, createTestDatabase } from '../support/database.js';
import { backupFolder } from '../support/restored-installation.js';

let source: Operator;
let target: Operator;
let plain: Operator;
let folder: Awaited<ReturnType<typeof backupFolder>>;
beforeAll(async () => {
  [source, target, plain, folder] = await Promise.all([
    createOperator(),
    createOperator(),
    createOperator(),
    backupFolder(),
  ]);
});
afterAll(async () => {
  await Promise.all([source.close(), target.close(), plain.close(), folder.remove()]);
});

/** What a future migration may add: partitions, identity columns, generated columns, circular references, unusual names. */
const shapes = `
  create table "Leaf, of ""May""" (
    id bigint generated always as identity primary key,
    kind text not null,
    area numeric not null,
    doubled numeric generated always as (area * 2) stored,
    counted serial,
    friend bigint references "Leaf, of ""May""" (id)
  );
  create table days (day date not null, trees double precision, primary key (day)) partition by range (day);
  create table days_2025 partition of days for values from ('2025-01-01') to ('2026-01-01');
  create table days_rest partition of days default;
  create table hens (id int primary key, egg int);
  create table eggs (id int primary key, hen int references hens (id));
  alter table hens add foreign key (egg) references eggs (id);
  create function shout() returns trigger language plpgsql as $$ begin new.kind = upper(new.kind); return new; end $$;
  create trigger shouts before insert on "Leaf, of ""May""" for each row execute function shout();`;

const rows = `
  insert into "Leaf, of ""May""" (kind, area) select 'oak', n / 7.0 from generate_series(1, 50) as n;
  alter table "Leaf, of ""May""" disable trigger user;
  insert into "Leaf, of ""May""" (kind, area, friend) values ('quiet', 1, 52), ('friend', 2, 51);
  alter table "Leaf, of ""May""" enable trigger user;
  insert into days values ('2025-05-01', 0.1), ('2026-05-01', 'NaN'), ('2027-05-01', null), ('infinity', 1e-300);
  insert into hens values (1, null); insert into eggs values (1, 1); update hens set egg = 1;`;

const seen = [
  'select *, tableoid::regclass::text as part from days order by day',
  'select * from "Leaf, of ""May""" order by id',
  'select * from hens',
  'select * from eggs',
];

it('Tables of every shape are restored unchanged, and their sequences continue', async () => {
  for (const place of [source, target]) await place.sql(shapes);
  await source.sql(rows);
  await source.json('accounts', 'create', '--name', 'Source', '--role', 'distributor');
  const { tables } = await source.json('backup', folder.path('shapes'));
  expect(tables).toMatchObject({ days: 4, 'Leaf, of "May"': 52, hens: 1, eggs: 1 });
  expect(Object.keys(tables)).not.toContain('days_2025');
  await target.json('restore', folder.path('shapes'));
  for (const query of seen) expect(await target.sql(query)).toEqual(await source.sql(query));
  const more = `insert into "Leaf, of ""May""" (kind, area) values ('next', 1) returning id, counted, kind`;
  expect(await target.sql(more)).toEqual([{ id: '53', counted: 53, kind: 'NEXT' }]);
  await expect(target.sql('insert into eggs values (2, 99)')).rejects.toThrow('foreign key');
});

it('A role that owns only its database can restore and back up', async () => {
  const role = `owner_${randomBytes(4).toString('hex')}`;
  const owned = await createTestDatabase({ empty: true });
  await asAdmin(async (admin) => {
    await admin.query(`create role ${role} login nosuperuser nocreaterole`);
    await admin.query(`alter database ${owned.name} owner to ${role}`);
  });
  const url = owned.url.replace(/user=\w+/, `user=${role}`);
  const place = await createOperator({ database: { ...owned, url } });
  expect(await place.sql('select current_user')).toEqual([{ current_user: role }]);
  await plain.json('accounts', 'create', '--name', 'Plain', '--role', 'distributor');
  const { tables } = await plain.json('backup', folder.path('plain'));
  expect(await place.json('restore', folder.path('plain'))).toMatchObject({ tables, unopenable_secrets: 0 });
  const again = await place.json('backup', folder.path('again'));
  expect(again.tables).toEqual({ ...tables, audit_entries: Number(tables.audit_entries) + 1 });
  await place.close();
  await owned.drop();
  await asAdmin((admin) => admin.query(`drop role ${role}`));
});
