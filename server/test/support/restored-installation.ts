import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { startServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createOperator, type Operator } from './command-line.js';
import type { Environment } from './regrove-process.js';
import type { TestServer } from './test-server.js';

/** An empty external database and data directory. */
export const emptyInstallation = (): Promise<Operator> => createOperator({ empty: true });

/** A temporary folder for backups. */
export async function backupFolder(): Promise<{
  path: (name: string) => string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-backups-'));
  return {
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Serves a restored installation, as the next start would. */
export async function serveInstallation(place: {
  readonly env: Environment;
}): Promise<Pick<TestServer, 'running' | 'agent' | 'url'> & { stop(): Promise<void> }> {
  const config = readConfig({
    ...place.env,
    REGROVE_PORT: '0',
    REGROVE_HTTP_PORT: '0',
    REGROVE_RATE_LIMIT: '0',
    REGROVE_LOG_LEVEL: 'silent',
  });
  const running = await startServer(config, { runsJobs: false });
  const agent = new Agent({ connect: { ca: await readFile(running.certFile, 'utf8') } });
  return {
    running,
    agent,
    url: `${running.baseUrl}/v1`,
    async stop() {
      await agent.close();
      await running.stop();
    },
  };
}
