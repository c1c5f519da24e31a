import type pg from 'pg';

/** What the driver's connection can do besides what its types say. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** As much as may wait for a slow reader; the rest waits in the database. */
const maxWaiting = 262_144;

/** The rows of a `copy ... to stdout`, whole rows at a time, never many of them in memory. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, void, undefined> {
  const copy = client.query(new CopyOut(text));
  try {
    for (let rows = await copy.next(); rows !== undefined; rows = await copy.next()) yield rows;
  } finally {
    copy.leave();
  }
}

class CopyOut implements pg.Submittable {
  #waiting: Buffer[] = [];
  #size = 0;
  #connection: pg.Connection | undefined;
  #ended = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(readonly text: string) {}

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver uses the memory again.
    this.#waiting.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size > maxWaiting) this.#connection?.stream.pause();
    this.#wake();
  }

  // The driver calls it for every statement; what it says we have counted.
  handleCommandComplete(): void {
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#ended = true;
    this.#wake();
  }

  async next(): Promise<Buffer | undefined> {
    while (this.#size === 0 && !this.#ended) await new Promise<void>((wake) => (this.#wake = wake));
    if (this.#failure) throw this.#failure;
    if (this.#size === 0) return undefined;
    const rows = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    this.#connection?.stream.resume();
    return rows;
  }

  /** Whoever stops reading half-way ends the connection: the rest would have to be read before it is of use again. */
  leave(): void {
    if (!this.#ended) this.#connection?.stream.destroy();
  }
}

/** Feeds a `copy ... from stdin`, no faster than the database takes it. */
export const copyIn = (client: pg.ClientBase, text: string, rows: AsyncIterable<Buffer>): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, rows, resolve, reject));
  });

const messageSize = 65_536;

class CopyIn implements pg.Submittable {
  #ended = false;
  #failure: unknown;

  constructor(
    readonly text: string,
    readonly rows: AsyncIterable<Buffer>,
    readonly resolve: () => void,
    readonly reject: (error: unknown) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection).catch((error: unknown) => {
      this.#failure = error;
      connection.sendCopyFail('the rows could not be read');
    });
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const rows of this.rows) {
      for (let start = 0; start < rows.length; start += messageSize) {
        if (this.#ended) return;
        connection.sendCopyFromChunk(rows.subarray(start, start + messageSize));
        if (connection.stream.writableNeedDrain) await drained(connection.stream);
      }
    }
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {
    this.#ended = true;
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.resolve();
  }

  handleError(error: Error): void {
    this.#ended = true;
    this.reject(this.#failure ?? error);
  }
}

/** Or gone: then the next statement says so. */
const drained = (stream: pg.Connection['stream']): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle);
  });
