import type pg from 'pg';

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

// Of the current schema: the live one or that of a sandbox. Partitions are part of their table. Tables of other roles and of
// extensions are excluded.
const selectTables = `
  select relname::text as name,
    array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and relowner = (select relowner from pg_class where oid = 'migrations'::regclass)
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname collate "C"`;

export const listTables = async (client: pg.ClientBase): Promise<Table[]> =>
  (await client.query<Table>(selectTables)).rows;

export interface Sequence {
  readonly name: string;
  readonly last: string;
}

/** Only sequences that have been used. */
export const listSequences = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return rows;
};

export const setSequence = async (client: pg.ClientBase, { name, last }: Sequence): Promise<void> => {
  await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last]);
};

export interface CopyOptions {
  /** Also the list of sandboxes and their jobs, because the caller copies their schemas. */
  readonly withSandboxes?: boolean;
  /** Tables and sequences that the caller leaves behind. */
  readonly except?: ReadonlySet<string>;
}

/** The list of sandboxes. Their schemas are not in a backup: they expire, and can be made again. */
const withoutRows: ReadonlySet<string> = new Set(['sandboxes']);

/** The statement that copies the rows of a table out, as portable text. */
export const copyOutStatement = (
  client: pg.ClientBase,
  { name, columns }: Table,
  { withSandboxes = false }: CopyOptions = {},
): string =>
  `copy (select ${list(client, columns)} from ${client.escapeIdentifier(name)}${withSandboxes || !withoutRows.has(name) ? '' : ' where false'}) to stdout`;

export const copyInStatement = (client: pg.ClientBase, { name, columns }: Table): string =>
  `copy ${client.escapeIdentifier(name)} (${list(client, columns)}) from stdin`;

const list = (client: pg.ClientBase, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/** A consistent snapshot. With row_security off, rows that we may not see raise an error instead of being skipped. */
export const beginCopyStatements = `
  begin isolation level repeatable read read only;
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local row_security = off`;
