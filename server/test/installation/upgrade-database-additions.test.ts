import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/database/embedded-postgres/index.js';
import { databaseDirectory } from '../../src/database/require-installation.js';
import { runInProcess } from '../support/command-line.js';
import type { DataDirectory } from '../support/data-directory.js';
import { createFormerInstallation, runSuccessfully } from '../support/former-installation.js';

let place: DataDirectory;
afterEach(() => place.remove());

const installationWith = async (sql: string): Promise<void> => {
  place = await createFormerInstallation(async (env, { connection }: EmbeddedPostgres) => {
    await runSuccessfully(env, 'partition', '--months', '2');
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(sql);
    await client.end();
  });
};

it('Whatever an operator has added is left behind, named, and named again when it is removed', async () => {
  await installationWith(`
    create table notes (id serial primary key, text text);
    insert into notes (text) values ('mine');
    create table measured (at date) partition by range (at);
    create table measured_2026 partition of measured for values from ('2026-01-01') to ('2027-01-01');
    create sequence counter;
    select nextval('counter');
    create type mood as enum ('well');
    create domain percent as int check (value <= 100);
    create type pair as (one int, other int);
    create function twice(n int) returns int language sql as 'select 2 * n';
    create function watch() returns trigger language plpgsql as 'begin return new; end';
    create trigger watching before insert on deposits for each row execute function watch();
    create schema archive;
    create extension pg_trgm;
    create publication everything for all tables;
    create role analyst`);
  const added = [
    'extension pg_trgm',
    'function public.twice(n integer)',
    'function public.watch()',
    'index public.notes_pkey',
    'publication everything',
    'role analyst',
    'schema archive',
    'sequence public.counter',
    'sequence public.notes_id_seq',
    'table public.measured',
    'table public.notes',
    'trigger watching of public.deposits',
    'type public.mood',
    'type public.pair',
    'type public.percent',
  ];
  const { left_behind } = await runSuccessfully(place.env, 'upgrade-database');
  expect([...left_behind].sort()).toEqual(added);
  const { code, stdout } = await runInProcess(['upgrade-database', '--confirm'], place.env);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Confirmed: the database of PostgreSQL 17 is removed, with what only it had: ${left_behind.join(', ')}\n`,
  });
});

it('A column that an operator has added to a table of Regrove is named before anything is copied', async () => {
  await installationWith('alter table accounts add column tag text, add column note text');
  const { code, stderr } = await runInProcess(['upgrade-database'], place.env);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'Backing up the database of PostgreSQL 17 ...\n' +
      'The table public.accounts has columns that Regrove has not made, and that would be lost: tag, note. ' +
      'Move them into a table of your own, in a schema of your own. Nothing was changed\n',
  });
  expect((await readdir(databaseDirectory(place.path))).sort()).toEqual(['cluster', 'postgres.log']);
});
