import { basename } from 'node:path';
import {
  clusterVersion,
  upgradeDirectories,
  readUpgradeRecord,
} from '../../database/embedded-postgres/index.js';
import { invalid } from '../../platform/errors.js';
import { shellWord } from '../../platform/text/shell.js';

/**
 * Says which database is which. The one in use is not known to be the successor of the others: a program that knows nothing of upgrades
 * makes an empty one if it is started while clusters change places.
 */
export async function ambiguousClustersError(directory: string): Promise<Error> {
  const { cluster, kept, upgraded } = upgradeDirectories(directory);
  const versions = {
    cluster: await clusterVersion(cluster),
    kept: await clusterVersion(kept),
    upgraded: await clusterVersion(upgraded),
  };
  const isCopy = (await readUpgradeRecord(upgraded, kept)) !== undefined;
  const next = versions.upgraded === undefined ? kept : upgraded;
  const aside = `${cluster}.aside`;
  return invalid(
    [
      `It is not clear which database in ${directory} is yours. Nothing was changed. There are:`,
      ...lineOf(
        cluster,
        versions.cluster,
        'in use, but not known to come from the others. If Regrove looks empty, an earlier version has made it after an upgrade was interrupted',
      ),
      ...lineOf(kept, versions.kept, 'from before the upgrade, complete'),
      ...lineOf(
        upgraded,
        versions.upgraded,
        isCopy ? `made from ${basename(kept)} by the upgrade, complete` : 'made by an upgrade, complete',
      ),
      `To go on with ${basename(next)}, move the first one away and run this command again: mv ${shellWord(cluster)} ${shellWord(aside)}`,
      `To keep the first one, move the others away. Remove nothing before you have looked at it`,
    ].join('\n'),
  );
}

const lineOf = (place: string, version: string | undefined, text: string): string[] =>
  version === undefined ? [] : [`- ${basename(place)} (PostgreSQL ${version}): ${text}`];
