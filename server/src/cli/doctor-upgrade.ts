import { unconfirmedUpgrade } from '../database/embedded-postgres/index.js';
import { databaseDirectory } from '../database/installed.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Config } from '../platform/config/config.js';

/** About an upgrade of the embedded database whose former one takes room; empty if there is none. */
export async function reminderOfUpgrade(config: Config): Promise<string> {
  const unconfirmed = await unconfirmedUpgrade(databaseDirectory(config.dataDir));
  if (!unconfirmed) return '';
  return (
    `; the upgrade from PostgreSQL ${unconfirmed.from} is not confirmed: once all is well, run ` +
    `\`${commandHint(config, 'upgrade-database --confirm')}\``
  );
}
