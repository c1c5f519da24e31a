import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readControlFile, systemIdentifier } from './control-file.js';
import { ignoreErrors } from './failures.js';
import { clusterVersion } from './major-version.js';

/** What a cluster knows about the upgrade that made it. */
export interface UpgradeRecord {
  /** Major versions of PostgreSQL. */
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** The first transaction after the upgrade. */
  readonly transaction: string;
  /** How many rows each table had, by schema and name. */
  readonly rows: Readonly<Record<string, number>>;
  /** The secret keys that the former cluster needs. */
  readonly secretKeys?: string | undefined;
  /** What only the former cluster has; absent in early records. */
  readonly leftBehind?: readonly string[];
  /** Which cluster the former one is; absent in early records. */
  readonly formerSystem?: string;
}

const recordFile = (cluster: string): string => join(cluster, 'regrove-upgrade.json');

export const writeUpgradeRecord = (cluster: string, record: UpgradeRecord): Promise<void> =>
  writeFile(recordFile(cluster), JSON.stringify(record), { mode: 0o600, flush: true });

export async function removeUpgradeRecord(cluster: string): Promise<void> {
  await ignoreErrors(['ENOENT'], unlink(recordFile(cluster)));
}

/**
 * The record of a cluster that was made from another one by an upgrade; undefined if it was not, or does not say so. Whatever is removed
 * because there is a successor must pass this: an empty cluster of an earlier program has the same name.
 */
export async function readUpgradeRecord(next: string, former: string): Promise<UpgradeRecord | undefined> {
  const record = await readRecord(next);
  if (!record) return undefined;
  if (record.from !== (await clusterVersion(former)) || record.to !== (await clusterVersion(next)))
    return undefined;
  if (record.formerSystem === undefined) return record;
  const control = await readControlFile(former);
  return control && systemIdentifier(control) === record.formerSystem ? record : undefined;
}

async function readRecord(cluster: string): Promise<UpgradeRecord | undefined> {
  const text = await ignoreErrors(['ENOENT', 'ENOTDIR'], readFile(recordFile(cluster), 'utf8'));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as UpgradeRecord | undefined;
  } catch {
    // A damaged cluster says nothing, and can still be reverted.
    return undefined;
  }
}
