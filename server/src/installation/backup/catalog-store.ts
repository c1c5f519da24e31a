import type pg from 'pg';

export interface Table {
  readonly name: string;
  /** Those that are stored as they are given: none that the database computes. */
  readonly columns: readonly string[];
}

// A partition is part of its table. What another role owns, or an extension brought, is not ours.
const selectTables = `
  select relname::text as name,
    array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relowner = (select relowner from pg_class where oid = 'migrations'::regclass)
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname collate "C"`;

export const listTables = async (client: pg.ClientBase): Promise<Table[]> =>
  (await client.query<Table>(selectTables)).rows;

export interface Sequence {
  readonly name: string;
  readonly last: string;
}

/** Those that have given out a number. */
export const listSequences = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
};

export const setSequence = async (client: pg.ClientBase, { name, last }: Sequence): Promise<void> => {
  await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last]);
};

/** The statement that writes the rows of a query out, as text that every database reads alike. */
export const copyOfTable = (client: pg.ClientBase, { name, columns }: Table): string =>
  `copy (select ${list(client, columns)} from ${client.escapeIdentifier(name)}) to stdout`;

export const copyIntoTable = (client: pg.ClientBase, { name, columns }: Table): string =>
  `copy ${client.escapeIdentifier(name)} (${list(client, columns)}) from stdin`;

const list = (client: pg.ClientBase, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/** Everything as of one moment; rows that we may not see are an error rather than left out. */
export const beginSnapshot = `
  begin isolation level repeatable read read only;
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local row_security = off`;
