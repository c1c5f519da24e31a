export type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'integer'
  | 'jsonb'
  | 'numeric'
  | 'text'
  | 'timestamptz'
  | 'uuid';

/** Columns with their types. Keys are the fields of a row: `feedId` stands for the column `feed_id`. */
export type ColumnTypes<Field extends string> = Readonly<Record<Field, ColumnType>>;

type Row<Field extends string> = Readonly<Record<Field, unknown>>;

/** Parameters of a statement that are the columns of one row, or of several rows. */
export interface ColumnParameters<Field extends string> {
  /** `id, feed_id` */
  readonly names: string;
  /** `$2::uuid, $3::uuid`: the values of one row. */
  readonly parameters: string;
  /** The same by field, for statements that use a value again. */
  readonly parameter: Readonly<Record<Field, string>>;
  /** `$2::uuid[], $3::uuid[]`: the values of several rows, for `unnest`. */
  readonly lists: string;
  /** The number of the parameter that follows. */
  readonly next: number;
  readonly valuesOf: (row: Row<Field>) => unknown[];
  readonly listsOf: (rows: readonly Row<Field>[]) => unknown[][];
}

/**
 * Makes everything in a statement that depends on its columns from one list. Declare it once, next to the statement. `first`
 * is the number of its first parameter.
 */
export function columnParameters<Field extends string>(
  first: number,
  types: ColumnTypes<Field>,
): ColumnParameters<Field> {
  const fields = Object.keys(types) as Field[];
  const parameters = fields.map((field, index) => `$${first + index}::${types[field]}`);
  return {
    names: columnNames(types),
    parameters: parameters.join(', '),
    parameter: Object.fromEntries(fields.map((field, index) => [field, parameters[index]])) as Record<
      Field,
      string
    >,
    lists: parameters.map((parameter) => `${parameter}[]`).join(', '),
    next: first + fields.length,
    valuesOf: (row) => fields.map((field) => row[field]),
    listsOf: (rows) => fields.map((field) => rows.map((row) => row[field])),
  };
}

/** The names of the columns by field. */
export const columnsOf = <Field extends string>(types: ColumnTypes<Field>): Record<Field, string> =>
  Object.fromEntries(Object.keys(types).map((field) => [field, columnName(field)])) as Record<Field, string>;

export const columnNames = (types: ColumnTypes<string>): string =>
  Object.keys(types).map(columnName).join(', ');

export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
