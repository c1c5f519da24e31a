import type pg from 'pg';
import { mapDatabaseError, isReadOnly, isSessionEnded, isResponseTimeout } from './failures.js';
import { readRows } from './rows.js';
import type { Statement } from './statement.js';
import type { StoreLayout } from './store-layout.js';

/** The use of each connection that was used for another schema than public. */
const used = new WeakMap<pg.ClientBase, { readonly schema: string; readonly hasAsyncCommit: boolean }>();

export async function useSchema(
  client: pg.ClientBase,
  schema: string,
  hasAsyncCommit: boolean,
): Promise<void> {
  const last = used.get(client);
  if (last?.schema === schema && last.hasAsyncCommit === hasAsyncCommit) return;
  const commits = hasAsyncCommit ? 'set synchronous_commit to off' : 'reset synchronous_commit';
  await client.query(`set search_path to ${client.escapeIdentifier(schema)}; ${commits}`);
  used.set(client, { schema, hasAsyncCommit });
}

/** A prepared statement knows the types of the schema that it was prepared in. */
function nameIn(client: pg.ClientBase, { name }: Statement<unknown>): string {
  const last = used.get(client);
  return last === undefined ? name : `${name}_${last.schema.slice(-32)}`;
}

/** Connections that must not be reused. */
const left = new WeakSet<pg.ClientBase>();

export const isDiscarded = (client: pg.ClientBase): boolean => left.has(client);

/**
 * Closes a connection that did not respond, so that further statements on it fail immediately, that the server has ended, or
 * that leads to a server which has become read-only: a new one may lead to its successor.
 */
export function discardIfUnusable(client: pg.ClientBase, error: unknown): void {
  if (!isResponseTimeout(error) && !isSessionEnded(error) && !isReadOnly(error)) return;
  left.add(client);
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

/** Runs a statement, or its steps if the store is distributed. */
export async function runStatement<Row>(
  layout: StoreLayout,
  client: pg.ClientBase,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (layout !== 'distributed' || !statement.distributed) return (await ask(client, statement, values)).rows;
  if (statement.distributed.length === 0) throw new Error(`Not for a distributed store: ${statement.text}`);
  let last: Row[] = [];
  for (const step of statement.distributed) {
    const chosen = step.values.map((position) => values[position]);
    const { rows, hasColumns } = await ask(client, step.statement, chosen);
    if (!hasColumns) continue;
    if (rows.length === 0) return [];
    last = rows as Row[];
  }
  return last;
}

async function ask<Row>(
  client: pg.ClientBase,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<{ readonly rows: Row[]; readonly hasColumns: boolean }> {
  try {
    const result = await client.query<unknown[]>({
      name: nameIn(client, statement),
      text: statement.text,
      values: [...values],
      rowMode: 'array',
    });
    return { rows: readRows(statement, result), hasColumns: result.fields.length > 0 };
  } catch (error) {
    discardIfUnusable(client, error);
    throw mapDatabaseError(error);
  }
}
