import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVerifierKey } from '@regrove/verify';
import { request } from 'undici';
import { signerOf } from '../../../verify/test/support/keys.js';
import { freePort } from './ports.js';
import { startWorld, type World } from './world.js';

/** An installation with a known key and address. */
export interface LogParty {
  readonly origin: string;
  readonly port: number;
  readonly seed: number;
}

export const logParty = async (name: string, seed: number): Promise<LogParty> => ({
  origin: `${name}.example/log`,
  port: await freePort(),
  seed,
});

const seedText = (seed: number): string =>
  Buffer.from(seed.toString(16).padStart(64, '0'), 'hex').toString('base64');

/** 1: of its log. 4: as a witness. */
export const keyOfParty = async ({ origin, seed }: LogParty, type: 1 | 4): Promise<string> =>
  formatVerifierKey((await signerOf(origin, type, seed)).key);

/** With its key and address only. */
export const identityOf = ({ origin, port, seed }: LogParty): Record<string, string> => ({
  REGROVE_PORT: String(port),
  REGROVE_LOG_ORIGIN: origin,
  REGROVE_LOG_KEY: seedText(seed),
});

/** Starts one that cosigns the log of the other, and is cosigned by it. */
export async function startParty(folder: string, own: LogParty, other: LogParty): Promise<World> {
  const [logs, witnesses] = [join(folder, `logs-${own.seed}`), join(folder, `witnesses-${own.seed}`)];
  await writeFile(logs, `${await keyOfParty(other, 1)}\n`);
  await writeFile(witnesses, `https://127.0.0.1:${other.port}/log/witness ${await keyOfParty(other, 4)}\n`);
  return startWorld({
    ...identityOf(own),
    REGROVE_WITNESS_LOGS: logs,
    REGROVE_LOG_WITNESSES: witnesses,
    REGROVE_METRICS_PORT: '0',
  });
}

/** A public path of the server. */
export async function fetchPublic(
  { server: { running, agent } }: Pick<World, 'server'>,
  path: string,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  const { statusCode, body } = await request(`${running.baseUrl}${path}`, { dispatcher: agent });
  return { status: statusCode, body: Buffer.from(await body.arrayBuffer()) };
}
