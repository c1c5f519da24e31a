import { join } from 'node:path';
import { makeVerifierKey } from '@regrove/verify';
import type { Config } from '../config/config.js';
import type { Signer } from '../tlog/sign.js';
import { logKeyOf } from './log-key.js';

/** Who signs the transparency log of this installation. */
export interface LogSigner {
  /** The name of the log is that of its key. */
  signer(): Promise<Signer>;
  /** Remembers what was signed, apart from the database. */
  readonly signedTreePath: string;
}

export function logSignerOf(
  { dataDir, transparency }: Pick<Config, 'dataDir' | 'transparency'>,
  baseUrl: () => string,
): LogSigner {
  const made = new Map<string, Promise<Signer>>();
  const make = async (origin: string): Promise<Signer> => {
    const { privateKey, publicKey } = await logKeyOf(dataDir, transparency.key);
    return { key: await makeVerifierKey(origin, 1, publicKey), privateKey };
  };
  return {
    signer() {
      const origin = transparency.origin ?? `${new URL(baseUrl()).host}/log`;
      const signer = made.get(origin) ?? make(origin);
      made.set(origin, signer);
      return signer;
    },
    signedTreePath: join(dataDir, 'log-signed'),
  };
}
