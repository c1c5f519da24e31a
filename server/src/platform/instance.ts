import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from './clock.js';
import type { Config } from './config.js';
import type { Context } from './context.js';
import { secretKeyOf } from './data-dir.js';
import { openPool, type Pool } from './db/database.js';
import { migrate } from './db/migrate.js';
import { openEmbeddedPostgres } from './embedded-postgres/index.js';
import { createLog } from './log.js';
import { createNetworkPolicy } from './network-policy.js';
import { createSecretBox } from './secret-box.js';

/** One installation, opened by a process: its database and all that use cases lean on. */
export interface Instance {
  readonly context: Context;
  readonly pool: Pool;
  readonly config: Config;
  close(): Promise<void>;
}

export interface InstanceOptions {
  readonly clock?: Clock;
  /** Tells a person what takes long. */
  readonly report?: (message: string) => void;
  /** False: leave the schema as it is. */
  readonly migrates?: boolean;
}

export async function openInstance(config: Config, options: InstanceOptions = {}): Promise<Instance> {
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const embedded =
    config.databaseUrl === undefined
      ? await openEmbeddedPostgres({
          directory: join(config.dataDir, 'postgres'),
          ...(options.report && { report: options.report }),
          onTrouble: (error) => {
            log.error({ err: error }, 'the embedded database went away; bringing it back');
          },
        })
      : undefined;
  const pool = openPool(embedded?.connection ?? { connectionString: config.databaseUrl }, (error) => {
    log.warn({ err: error }, 'an idle database connection broke');
  });
  const close = async (): Promise<void> => {
    await pool.close();
    await embedded?.release();
  };
  try {
    if (options.migrates ?? true) await migrate(pool);
    const secretKey = await secretKeyOf(config.dataDir, config.secretKey);
    const context: Context = {
      db: pool,
      clock: options.clock ?? systemClock,
      log,
      secrets: createSecretBox(secretKey),
      network: createNetworkPolicy(config.allowPrivateFeeds),
    };
    return { context, pool, config, close };
  } catch (error) {
    await close();
    throw error;
  }
}
