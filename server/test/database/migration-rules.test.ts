import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { migrationFiles } from '../../src/database/migrate.js';
import { violationsOf } from '../support/migration-rules.js';

/** From this migration on, servers of the previous version may be running during an upgrade. */
const firstJudged = '0030';

describe('Migrations', () => {
  it(`from ${firstJudged} on are compatible with the previous version`, async () => {
    const breaches: Record<string, string[]> = {};
    for (const name of (await migrationFiles()).filter((each) => each >= firstJudged)) {
      const sql = await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
      const found = violationsOf(sql);
      if (found.length > 0) breaches[name] = found;
    }
    expect(breaches).toEqual({});
  });

  it('have unique numbers', async () => {
    const numbers = (await migrationFiles()).map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true);
  });
});

describe('The rules', () => {
  it.each([
    'create table leaves (account_id uuid not null, id uuid not null); create index leaves_by_id on leaves (id);',
    'create table leaves (id uuid); alter table leaves add unique (id);',
    'alter table deposits add column colour text',
    `alter table deposits add column colour text not null default 'green', add shade int`,
    'create index concurrently deposits_by_colour on deposits (colour)',
    'alter table deposits add constraint bright check (shade > 0) not valid',
    'alter table deposits validate constraint bright',
    'alter table feeds add constraint one unique using index feeds_one',
    'create unique index concurrently deposits_once on deposits (account_id, pages, id)',
    'create unique index concurrently audit_once on audit_entries using btree (account_id, at)',
    'create unique index concurrently feeds_once on feeds (name)',
    'drop index deposits_by_colour',
    'create function f() returns trigger language plpgsql as $$ begin update a set b = 1; drop table x; end $$',
    '-- contract: nothing has read it since 0.4\nalter table deposits drop column colour;',
    'alter table deposits alter column colour drop not null',
    `insert into methodologies values ('a; drop table b')`,
  ])('allow %s', (sql) => {
    expect(violationsOf(sql)).toEqual([]);
  });

  it.each([
    ['alter table deposits drop column colour', 'still uses'],
    ['drop table deposits', 'still uses'],
    ['alter table deposits rename column colour to color', 'old name'],
    ['alter table deposits rename to savings', 'old name'],
    ['alter table deposits alter column pages type numeric', 'rewrites'],
    ['alter table deposits alter pages set not null', 'leave it empty'],
    ['alter table deposits add column colour text not null', 'default'],
    [`alter table deposits add a int not null default 1, add b int not null`, 'default'],
    ['alter table deposits add check (pages > 0)', 'not valid'],
    ['alter table feeds add constraint k foreign key (a) references b (c)', 'not valid'],
    ['alter table deposits add constraint k foreign key (a) references b (c) not valid', 'partitioned'],
    ['alter table deposits add feed uuid references feeds (id)', 'partitioned'],
    ['create table leaves (a uuid references deposits (id))', 'exchanged'],
    ['alter table feeds add constraint k foreign key (a) references deposits (b) not valid', 'exchanged'],
    ['alter table audit_entries add constraint one unique using index audit_one', 'unique index is enough'],
    [
      'create unique index concurrently once on deposits (account_id, pages) where id is null',
      'partition key',
    ],
    ['create unique index concurrently once on audit_entries (account_id, id)', 'partition key'],
    ['drop index concurrently deposits_by_colour', 'drop index'],
    ['alter table deposits add unique (id)', 'using that index'],
    ['create index deposits_by_colour on deposits (colour)', 'concurrently'],
    ['create unique index deposits_by_colour on deposits (colour)', 'concurrently'],
    ['update deposits set colour = 1', 'batch by batch'],
    ['create table a (b int);\n-- no reason\nalter table deposits\n  drop column colour;', 'still uses'],
    ['-- contract:\nalter table deposits drop column colour', 'still uses'],
  ])('refuse %s', (sql, reason) => {
    expect(violationsOf(sql)).toEqual([expect.stringContaining(reason)]);
  });
});
