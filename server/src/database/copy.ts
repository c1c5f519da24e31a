import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The rows of a `copy ... to stdout`, never many of them in memory. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, void, undefined> {
  const rows = client.query(copyTo(text));
  // Set by events, which the compiler does not see.
  let isOver = false as boolean;
  rows.once('end', () => (isOver = true)).once('error', () => (isOver = true));
  try {
    yield* rows as AsyncIterable<Buffer>;
  } finally {
    // Whoever stops reading half-way ends the connection: the rest would have to be read before it is of use again.
    if (!isOver) (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** Feeds a `copy ... from stdin`, no faster than the database takes it. */
export const copyIn = (client: pg.ClientBase, text: string, rows: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(rows, client.query(copyFrom(text)));
