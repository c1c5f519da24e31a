import { openPool, type Pool } from '../../database/database.js';
import type { EmbeddedPostgresConnection } from '../../database/embedded-postgres/index.js';

interface Server {
  readonly connection: EmbeddedPostgresConnection;
  /** May be called again. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs work on a server, and stops it. If the command is interrupted, the server stops at once, and whatever the work is waiting for
 * fails.
 */
export async function withServer<T>(
  server: Server,
  interruption: AbortSignal,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const interrupt = (): void => {
    // If it fails, so does the same call below.
    server.stop().catch(() => undefined);
  };
  interruption.addEventListener('abort', interrupt);
  try {
    interruption.throwIfAborted();
    return await withPool(server.connection, work);
  } finally {
    interruption.removeEventListener('abort', interrupt);
    await server.stop();
  }
}

async function withPool<T>(
  connection: EmbeddedPostgresConnection,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  // Its statements report that a connection broke.
  const pool = openPool({ ...connection, max: 4 }, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}
