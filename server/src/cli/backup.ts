import { resolve } from 'node:path';
import type { Manifest } from '../installation/backup/backup-format.js';
import { markLogRestored } from '../features/log/log-trouble-store.js';
import { logTroubleMigration, restoreBackup } from '../installation/backup/restore-backup.js';
import { takeBackup } from '../installation/backup/take-backup.js';
import { operator } from '../platform/actor.js';
import { systemClock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { Pool } from '../database/database.js';
import { openInstance, type Instance } from '../database/instance.js';
import { inspectSecrets } from '../installation/secrets/inspect-secrets.js';
import type { Command } from './command.js';
import { pluralize, onDatabase, type CliEnvironment, type Outcome } from './command-line.js';
import { describeWritePause } from './describe-write-pause.js';
import { requireReadable } from './operator-input.js';

export function addBackupCommands(program: Command, line: CliEnvironment): void {
  onDatabase(
    line,
    program
      .command('backup')
      .argument('<file>', 'a new file; it contains secrets, so store it safely')
      .option(
        '--without-secrets',
        'leave out the secret keys, the key of the log and the generated certificate',
      )
      .option('--force', 'replace an existing file')
      .description('back up the whole installation to one file, while it is running')
      .example('backup regrove.backup'),
    (
      pool,
      config,
      file: string,
      { withoutSecrets, force = false }: { withoutSecrets?: boolean; force?: boolean },
    ) =>
      backup(pool, config, {
        file: resolve(file),
        force,
        withSecrets: withoutSecrets !== true,
        regrove: program.version() ?? '',
      }),
  );
  onDatabase(
    line,
    program
      .command('restore')
      .argument('<file>', 'what `backup` has written')
      .description('restore a backup into an empty installation, all or nothing')
      .example('restore regrove.backup')
      // Checked first, so that no installation is created if the file is missing.
      .hook('preAction', (_, { args: [file = ''] }) => requireReadable(file)),
    (pool, config, file: string) => restore(pool, config, resolve(file), line),
    { createIfMissing: true },
  );
}

async function backup(
  pool: Pool,
  { dataDir, secretKey }: Config,
  options: { file: string; force: boolean; withSecrets: boolean; regrove: string },
): Promise<Outcome> {
  const manifest = await takeBackup(pool, { ...options, dataDir, now: systemClock() });
  const missing = !options.withSecrets
    ? 'Without the secret key: keep it apart'
    : secretKey !== undefined
      ? 'REGROVE_SECRET_KEY is not included: store it, too'
      : 'It contains secrets: store it safely';
  const { pausedMs } = manifest;
  const paused = pausedMs === undefined ? '' : ` (${describeWritePause(pausedMs)})`;
  return {
    value: present(options.file, manifest),
    text: `${summary(manifest)} in ${options.file}${paused}. ${missing}`,
  };
}

async function restore(pool: Pool, config: Config, file: string, line: CliEnvironment): Promise<Outcome> {
  const manifest = await restoreBackup(pool, {
    file,
    dataDir: config.dataDir,
    clock: systemClock,
    actor: operator,
  });
  // As on every start, this migrates an older schema.
  const instance = await openInstance(config, { report: line.err, logTo: line.logTo });
  if (instance.migrated.includes(logTroubleMigration)) await markLogRestored(instance.context.db);
  const unopenable = await countUnopenable(instance);
  const done = `Restored ${summary(manifest)}, as of ${manifest.taken_at}`;
  return {
    value: { ...present(file, manifest), migrated: instance.migrated, unopenable_secrets: unopenable },
    text:
      unopenable === 0
        ? done
        : `${done}. ${pluralize(unopenable, 'stored secret')} cannot be decrypted with any key here: before you start, set REGROVE_SECRET_KEY (or ` +
          'REGROVE_SECRET_KEY_PREVIOUS) to the key that was used, or enter these passwords again',
  };
}

async function countUnopenable(instance: Instance): Promise<number> {
  try {
    return (await inspectSecrets(instance.context)).unopenable;
  } finally {
    await instance.close();
  }
}

const summary = ({ tables }: Manifest): string =>
  `${pluralize(rowsOf({ tables }), 'row')} of ${pluralize(Object.keys(tables).length, 'table')}`;

const rowsOf = ({ tables }: Pick<Manifest, 'tables'>): number =>
  Object.values(tables).reduce((sum, rows) => sum + rows, 0);

const present = (file: string, { regrove, taken_at, migrations, files, tables, sha256 }: Manifest) => ({
  file,
  taken_at,
  regrove,
  schema: migrations.at(-1) ?? null,
  files,
  tables,
  rows: rowsOf({ tables }),
  sha256,
});
