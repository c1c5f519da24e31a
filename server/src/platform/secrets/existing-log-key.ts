import { join } from 'node:path';
import { makeVerifierKey, type VerifierKey } from '@regrove/verify';
import type { Config } from '../config/config.js';
import { readFileIfExists } from '../atomic-files.js';
import { publicBaseUrl } from '../net/public-base-url.js';
import { logKeyFile, logKeyOf } from './log-key.js';

/** The key that verifies the log of this installation. Undefined if there is none yet: nothing is created. */
export async function existingLogKey(config: Config): Promise<VerifierKey | undefined> {
  const { dataDir, transparency, port } = config;
  const seed = transparency.key ?? (await readFileIfExists(join(dataDir, logKeyFile)));
  if (seed === undefined) return undefined;
  const { publicKey } = await logKeyOf(seed.trim());
  const origin = transparency.origin ?? `${new URL(publicBaseUrl(config, port)).host}/log`;
  return makeVerifierKey(origin, 1, publicKey);
}
