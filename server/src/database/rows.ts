import pg from 'pg';
import { whole } from '../platform/decimals.js';
import type { Statement } from './statement.js';
import { parseTimestamp } from './timestamps.js';

const identity = (text: string): string => text;

// Lossless: integers beyond the safe range become bigints; decimals and dates stay text.
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, whole],
  [pg.types.builtins.NUMERIC, identity],
  [pg.types.builtins.DATE, identity],
  [pg.types.builtins.TIMESTAMPTZ, parseTimestamp],
]);

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format): unknown => parsers.get(id) ?? pg.types.getTypeParser(id, format),
};

const readers = new Map<string, string[]>();

/** Converts snake_case columns to camelCase fields. */
export function readRows<Row>(
  statement: Statement<Row>,
  result: pg.QueryArrayResult<unknown[]> | pg.QueryResult<unknown[]>,
): Row[] {
  let fields = readers.get(statement.name);
  if (!fields || fields.length !== result.fields.length) {
    fields = result.fields.map(({ name }) =>
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    readers.set(statement.name, fields);
  }
  const names = fields;
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index];
    return row as Row;
  });
}
