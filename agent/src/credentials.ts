import { credentialsOf, type Credentials } from '@regrove/printers/snmp/credentials';
import type { Directory } from './directory.js';
import { readJson, writeDurably } from './files.js';
import { withLock } from './lock.js';
import type { MachineSecretBox } from './machine-key.js';
import { messageOf, UserError } from './user-error.js';

/** A community (version 2c) or a user (version 3). */
export interface NewCredential {
  readonly version: '2c' | '3';
  /** Of version 3. */
  readonly user?: string | undefined;
  readonly auth?: string | undefined;
  readonly priv?: string | undefined;
  /** The community, or the passphrases of the user. */
  readonly secret: string;
}

/** What is kept and may be shown: everything but the secret. */
export interface KnownCredential extends Omit<NewCredential, 'secret'> {
  readonly id: string;
}

interface Stored extends KnownCredential {
  readonly sealed: string;
}

interface Content {
  /** The last id that was given: printers name the one they answer to, so that none is given again. */
  readonly last: number;
  readonly credentials: readonly Stored[];
}

/** A scan tries each of them at each address that does not answer to another. */
const maxCredentials = 10;

/** The community that printers come with: tried after all others. */
export const defaultCredential = { id: 'public', version: '2c' } as const;

export const listCredentials = async (directory: Directory): Promise<KnownCredential[]> =>
  (await stored(directory)).credentials.map(({ sealed: _, ...known }) => known);

export async function addCredential(
  directory: Directory,
  given: NewCredential,
  seal: MachineSecretBox,
): Promise<KnownCredential> {
  const { secret, ...known } = given;
  if (secret === '') throw new UserError('the community or passphrase is empty');
  // Reports unknown algorithms before anything is kept.
  usable(given);
  return withLock(directory.changeLock, async () => {
    const { last, credentials: all } = await stored(directory);
    if (all.length >= maxCredentials)
      throw new UserError(`there are ${maxCredentials} credentials already: remove one`);
    const id = String(last + 1);
    const credentials = [...all, { ...known, id, sealed: seal.seal(secret, purposeOf(id)) }];
    await write(directory, { last: last + 1, credentials });
    return { ...known, id };
  });
}

export const removeCredential = (directory: Directory, id: string): Promise<void> =>
  withLock(directory.changeLock, async () => {
    const { last, credentials: all } = await stored(directory);
    const rest = all.filter((one) => one.id !== id);
    if (rest.length === all.length) throw new UserError(`there is no credential ${id}`);
    await write(directory, { last, credentials: rest });
  });

export interface OpenedCredentials {
  /** By id, in the order in which they are tried. */
  readonly credentials: ReadonlyMap<string, Credentials>;
  /** Why others cannot be used. */
  readonly problems: readonly string[];
}

/** One that cannot be used is no reason to do without the others. */
export async function openCredentials(
  directory: Directory,
  seal: MachineSecretBox,
): Promise<OpenedCredentials> {
  const credentials = new Map<string, Credentials>();
  const problems: string[] = [];
  for (const { sealed, ...known } of (await stored(directory)).credentials) {
    try {
      credentials.set(known.id, usable({ ...known, secret: seal.open(sealed, purposeOf(known.id)) }));
    } catch (error) {
      problems.push(`credential ${known.id} cannot be used: ${messageOf(error)}`);
    }
  }
  credentials.set(defaultCredential.id, usable({ ...defaultCredential, secret: defaultCredential.id }));
  return { credentials, problems };
}

function usable({ version, user = '', auth, priv, secret }: NewCredential): Credentials {
  const url = new URL(`snmp://printer?version=${version}`);
  if (auth !== undefined) url.searchParams.set('auth', auth);
  if (priv !== undefined) url.searchParams.set('priv', priv);
  try {
    return credentialsOf({ url, username: user, password: secret });
  } catch (error) {
    throw new UserError((error as Error).message, { cause: error });
  }
}

const purposeOf = (id: string): string => `credential ${id}`;

const stored = async (directory: Directory): Promise<Content> =>
  (await readJson<Content>(directory.credentials)) ?? { last: 0, credentials: [] };

const write = (directory: Directory, content: Content): Promise<void> =>
  writeDurably(directory.credentials, JSON.stringify(content, null, 1));
