import type { Directory } from './directory.js';
import { readJson, writeDurably } from './files.js';
import type { MachineSecretBox } from './machine-key.js';
import { UserError } from './user-error.js';

/** Where readings go. */
export interface Settings {
  readonly url: string;
  /** The only certificates that are trusted, as PEM; without any, those that Node trusts. */
  readonly ca: string | undefined;
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly feedId: string;
  /** Can do nothing but send readings to this feed and report about it. In plain text only in memory. */
  readonly key: string;
}

interface Stored extends Omit<Settings, 'key'> {
  readonly sealedKey: string;
}

const purposeOf = ({ id, url }: Pick<Settings, 'id' | 'url'>): string => `key ${id} ${url}`;

export async function writeSettings(
  directory: Directory,
  { key, ...rest }: Settings,
  seal: MachineSecretBox,
): Promise<void> {
  const stored: Stored = { ...rest, sealedKey: seal.seal(key, purposeOf(rest)) };
  await writeDurably(directory.settings, JSON.stringify(stored, null, 2));
}

/** All but the key, which needs no secret of the machine. */
export async function readEnrolment(directory: Directory): Promise<Omit<Settings, 'key'> | undefined> {
  const stored = await readJson<Stored>(directory.settings);
  if (!stored) return undefined;
  const { sealedKey: _, ...rest } = stored;
  return rest;
}

export async function readSettings(directory: Directory, seal: MachineSecretBox): Promise<Settings> {
  const stored = await readJson<Stored>(directory.settings);
  if (!stored)
    throw new UserError(`this agent is not enrolled in ${directory.path}: regrove-agent enrol URL TOKEN`);
  const { sealedKey, ...rest } = stored;
  return { ...rest, key: seal.open(sealedKey, purposeOf(rest)) };
}
