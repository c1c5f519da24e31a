import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import pg from 'pg';
import { Agent } from 'undici';
import { inject } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { readDatabaseUrl } from '../../src/platform/config/database-url.js';
import { initSignedTreeFile } from '../../src/platform/secrets/log-key.js';
import { createTestDatabase, type TestDatabase } from './database.js';

export interface TestServer {
  readonly running: RunningServer;
  readonly database: TestDatabase;
  /** Ends with /v1. */
  readonly url: string;
  readonly plainUrl: string;
  /** Trusts the server's certificate and keeps connections alive. */
  readonly agent: Agent;
  /** The server's current time; set it with `setNow`. */
  readonly now: () => Date;
  setNow(now: Date | string | undefined): void;
  /** Runs SQL directly, to see or arrange what the API does not show. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** A real server over HTTPS with its own database, or with the one of the settings. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const { REGROVE_DATABASE_URL: url } = env;
  const database =
    url === undefined
      ? await createTestDatabase()
      : { name: readDatabaseUrl(url).database, url, drop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), 'regrove-data-'));
  // The certificate is the same for all, because creating one takes longer than some tests.
  await cp(join(inject('prepared').used, 'tls'), join(dataDir, 'tls'), { recursive: true });
  // As whoever migrates a new database does.
  if (url === undefined) await initSignedTreeFile(dataDir);
  const config = readConfig({
    REGROVE_DATA_DIR: dataDir,
    REGROVE_DATABASE_URL: database.url,
    REGROVE_PORT: '0',
    REGROVE_HTTP_PORT: '0',
    REGROVE_RATE_LIMIT: '0',
    REGROVE_LOG_LEVEL: 'silent',
    // Waiting on a busy machine must not fail a test, unless the test is about timeouts.
    REGROVE_CONNECTION_TIMEOUT_MS: '120000',
    REGROVE_LOCK_TIMEOUT_MS: '120000',
    REGROVE_STATEMENT_TIMEOUT_MS: '180000',
    REGROVE_IDLE_TRANSACTION_TIMEOUT_MS: '180000',
    ...env,
  });
  let fixed: Date | undefined;
  const now = (): Date => fixed ?? new Date();
  const running = await startServer(config, { clock: now, runsJobs: false });
  // Made once: Node would make one for each connection, and many responses end theirs.
  const secureContext = createSecureContext({ ca: await readFile(running.certFile, 'utf8') });
  const agent = new Agent({ connect: { secureContext }, connections: 64 });
  const client = new pg.Pool({ connectionString: database.url, max: 2 });
  // A test may cut every connection on purpose, including this one.
  client.on('error', () => undefined);
  return {
    running,
    database,
    url: `${running.baseUrl}/v1`,
    plainUrl: `http://127.0.0.1:${String(running.httpPort)}/v1`,
    agent,
    now,
    setNow: (value) => void (fixed = value === undefined ? undefined : new Date(value)),
    sql: async (text, values) => (await client.query(text, values)).rows,
    async stop() {
      await agent.close();
      await client.end();
      await running.stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
