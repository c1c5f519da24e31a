import { setTimeout as pause } from 'node:timers/promises';
import type { FetchResource } from '@regrove/verify';
import type { Config } from '../platform/config/config.js';
import { readVersion } from '../platform/version.js';
import { authoritiesFor, exchangeBytes, reasonOf } from './http-exchange.js';

const timeoutMs = 30_000;
const maxTries = 5;
const longestPauseMs = 30_000;

/** The address of a log, from its own or that of its installation. */
export const logAddress = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/log$/, '')}/log`;

/** Reads the files of a log over HTTP. Tries again where that may help. */
export async function logReader(config: Config, address: string): Promise<FetchResource> {
  const ca = await authoritiesFor(config, address);
  const headers = { 'user-agent': `Regrove/${await readVersion()} (log audit)` };
  const read = async (url: URL, maxBytes: number): Promise<Buffer | Failure> => {
    try {
      const answer = await exchangeBytes({ url, method: 'GET', headers, ca, timeoutMs, maxBytes });
      if (answer.status === 200) return answer.body;
      return {
        reason: `the server answers ${answer.status}`,
        mayRecover: answer.status === 429 || answer.status >= 500,
        afterMs: Number(answer.headers['retry-after'] ?? 0) * 1000 || 0,
      };
    } catch (error) {
      return { reason: reasonOf(error), mayRecover: isOutage(error), afterMs: 0 };
    }
  };
  return async (path, maxBytes) => {
    const url = new URL(`${address}/${path}`);
    for (let tries = 1; ; tries++) {
      const found = await read(url, maxBytes);
      if (Buffer.isBuffer(found)) return found;
      if (!found.mayRecover || tries === maxTries)
        throw new Error(`${url.href} cannot be read: ${found.reason}`);
      await pause(Math.min(longestPauseMs, Math.max(found.afterMs, 200 * 2 ** tries)));
    }
  };
}

interface Failure {
  readonly reason: string;
  readonly mayRecover: boolean;
  readonly afterMs: number;
}

/** A connection that broke may work the next time; a refused one, a name or a certificate will not. */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(String(error.code));
