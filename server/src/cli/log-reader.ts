import { setTimeout as pause } from 'node:timers/promises';
import type { FetchResource } from '@regrove/verify';
import type { Config } from '../platform/config/config.js';
import { readVersion } from '../platform/version.js';
import {
  certificateAuthoritiesFor,
  sendHttpRequestForBytes,
  connectionErrorMessage,
} from './http-request.js';

const timeoutMs = 30_000;
/** With the pauses between them almost a minute: long enough to restart a server. */
const maxTries = 8;
const longestPauseMs = 30_000;

/** The address of a log, from its own or that of its installation. */
export const logAddress = (url: string): string => `${url.replace(/\/+$/, '').replace(/\/log$/, '')}/log`;

/** Reads the files of a log over HTTP. Tries again where that may help. */
export async function logReader(config: Config, address: string): Promise<FetchResource> {
  const ca = await certificateAuthoritiesFor(config, address);
  const headers = { 'user-agent': `Regrove/${await readVersion()} (log audit)` };
  let hasAnswered = false;
  const read = async (url: URL, maxBytes: number): Promise<Buffer | Failure> => {
    try {
      const answer = await sendHttpRequestForBytes({ url, method: 'GET', headers, ca, timeoutMs, maxBytes });
      hasAnswered = true;
      if (answer.status === 200) return answer.body;
      return {
        reason: `the server answers ${answer.status}`,
        mayRecover: answer.status === 429 || answer.status >= 500,
        afterMs: Number(answer.headers['retry-after'] ?? 0) * 1000 || 0,
      };
    } catch (error) {
      return { reason: connectionErrorMessage(error), mayRecover: isOutage(error, hasAnswered), afterMs: 0 };
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

const broken: readonly string[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
const away: readonly string[] = ['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * A connection that broke or stalled may work the next time. One that is refused may if the server has answered before: then it was
 * restarted, and a large log need not be read again from its beginning.
 */
function isOutage(error: unknown, hasAnswered: boolean): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error.name === 'TimeoutError' || broken.includes(code) || (hasAnswered && away.includes(code));
}
