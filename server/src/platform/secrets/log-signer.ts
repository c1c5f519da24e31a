import { join } from 'node:path';
import { makeVerifierKey, type KeyType } from '@regrove/verify';
import type { Config } from '../config/config.js';
import type { Signer } from '../tlog/sign.js';
import { knownKeysFile, logKeyOf, readLogSeed, replaceLogSeed, signedTreeFile } from './log-key.js';
import type { LogPeers } from './log-peers.js';

/** Who signs the transparency log of this installation, and with whom. */
export interface LogSigner extends LogPeers {
  /** The name of the log is that of its key. */
  signer(): Promise<Signer>;
  /** The same key and name for logs of others. */
  cosigner(): Promise<Signer>;
  /** Replaces the generated key. Every process of the data directory uses the new one from then on. Undefined: the key is configured. */
  readonly replaceKey: (() => Promise<void>) | undefined;
  /** Remembers what was signed, apart from the database. */
  readonly signedTreePath: string;
  /** Remembers the keys that have signed it. */
  readonly knownKeysPath: string;
  /** A folder that remembers what was cosigned for others. */
  readonly cosignedTreesPath: string;
  /** Tells the data directory from those of other machines. */
  readonly directoryIdPath: string;
}

export function logSignerOf(
  { dataDir, transparency }: Pick<Config, 'dataDir' | 'transparency'>,
  peers: LogPeers,
  baseUrl: () => string,
): LogSigner {
  let lastSeed = '';
  /** By their types and names. */
  const made = new Map<string, Promise<Signer>>();
  const signerOf = async (type: KeyType): Promise<Signer> => {
    const origin = transparency.origin ?? `${new URL(baseUrl()).host}/log`;
    // Read each time, because a command may have replaced it.
    const seed = transparency.key ?? (await readLogSeed(dataDir));
    if (seed !== lastSeed) made.clear();
    lastSeed = seed;
    const place = `${type} ${origin}`;
    const signer = made.get(place) ?? make(seed, origin, type);
    made.set(place, signer);
    return signer;
  };
  return {
    ...peers,
    signer: () => signerOf(1),
    cosigner: () => signerOf(4),
    replaceKey: transparency.key === undefined ? () => replaceLogSeed(dataDir) : undefined,
    signedTreePath: join(dataDir, signedTreeFile),
    knownKeysPath: join(dataDir, knownKeysFile),
    cosignedTreesPath: join(dataDir, 'log-cosigned'),
    directoryIdPath: join(dataDir, 'log-directory'),
  };
}

async function make(seed: string, origin: string, type: KeyType): Promise<Signer> {
  const { privateKey, publicKey } = await logKeyOf(seed);
  return { key: await makeVerifierKey(origin, type, publicKey), privateKey };
}
