import type pg from 'pg';
import { recordChange, installationAccountId } from '../../features/audit/audit-store.js';
import { markLogRestored } from '../../features/log/log-trouble-store.js';
import type { Context } from '../../database/context.js';
import { transactionOn, type Pool } from '../../database/database.js';
import { appliedMigrations, applyMigration, withSchemaLock, migrationFiles } from '../../database/migrate.js';
import { detectLayout } from '../../database/store-layout.js';
import { migrateQueue } from '../../database/queue-schema.js';
import { invalid } from '../../platform/errors.js';
import type { Manifest } from './backup-format.js';
import { writeDataFiles, type DataFile } from './data-files.js';
import { loadParts, requireKnownTables } from './load-parts.js';
import { analyzeFilledTables, isInUse } from './load-store.js';
import { inspectBackup } from './read-backup.js';

/** From this migration on, the database knows that it was restored. */
export const logTroubleMigration = '0076-log-trouble';

/**
 * Restores a backup into an unused installation: schema, rows and files, all or nothing. The schema is that of the
 * backup; it is migrated when the installation is next opened.
 */
export async function restoreBackup(
  pool: Pool,
  { file, dataDir, ...who }: { file: string; dataDir: string } & Pick<Context, 'clock' | 'actor'>,
): Promise<Manifest> {
  const manifest = await inspectBackup(file);
  const known = await migrationFiles();
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw invalid(
      `${file} was made by a later version (Regrove ${manifest.regrove}), whose schema this one does not know ` +
        `(${unknown.join(', ')}): restore it with that version`,
    );
  await pool.withClient((client) =>
    withSchemaLock(client, async () => {
      await inOneTransaction(client, dataDir, async () => {
        await prepareSchema(client, manifest);
        await requireKnownTables(client, file, manifest);
        // The queue library runs its own transactions.
        await migrateQueue(pool.driver);
        const files = await loadParts(client, file, manifest);
        const db = transactionOn(client);
        if (manifest.migrations.includes(logTroubleMigration)) await markLogRestored(db);
        await recordChange({ db, ...who }, installationAccountId, {
          action: 'installation.restore',
          subjectId: null,
          after: { taken_at: manifest.taken_at, regrove: manifest.regrove, sha256: manifest.sha256 },
        });
        return files;
      });
      await analyzeFilledTables(client);
    }),
  );
  return manifest;
}

async function prepareSchema(client: pg.ClientBase, { migrations }: Manifest): Promise<void> {
  const applied = await appliedMigrations(client);
  if ((await detectLayout(client)) === 'distributed')
    throw invalid(
      'This database is distributed: restore into one that is not, then distribute it with `migrate --distribute`',
    );
  if (applied.length > 0 && (await isInUse(client)))
    throw invalid(
      'This installation already has accounts or projects: a backup can only be restored into an empty one',
    );
  const beyond = applied.filter((name) => !migrations.includes(name));
  if (beyond.length > 0)
    throw invalid(
      `The schema here is newer than the backup's (${beyond.join(', ')}): restore it into a new database or data directory`,
    );
  for (const name of migrations.filter((one) => !applied.includes(one))) await applyMigration(client, name);
}

/** The files are written before the rows become visible, and reverted if the transaction fails. */
async function inOneTransaction(
  client: pg.ClientBase,
  dataDir: string,
  work: () => Promise<DataFile[]>,
): Promise<void> {
  let takeBack = (): Promise<void> => Promise.resolve();
  await client.query('begin');
  try {
    takeBack = await writeDataFiles(dataDir, await work());
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    await takeBack();
    throw error;
  }
}
