import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Streams the rows of a `copy ... to stdout`, with few of them in memory. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, void, undefined> {
  const rows = client.query(copyTo(text));
  // The cast keeps the compiler from narrowing it to `false`: it is set by events.
  let isOver = false as boolean;
  rows.once('end', () => (isOver = true)).once('error', () => (isOver = true));
  try {
    yield* rows as AsyncIterable<Buffer>;
  } finally {
    // If the caller stops early, close the connection: it is unusable until the remaining rows are read.
    if (!isOver) (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** Feeds a `copy ... from stdin`, with backpressure from the database. */
export const copyIn = (client: pg.ClientBase, text: string, rows: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(rows, client.query(copyFrom(text)));
