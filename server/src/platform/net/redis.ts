import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** A connection with no response for this long is closed. */
const silenceMs = 1_000;
const maxPauseMs = 2_000;

/** Connects, and reconnects when the connection is lost. Never queues: commands fail immediately while disconnected. */
export async function connectRedis(url: string): Promise<Redis> {
  // Loaded only if configured: most installations have a single server.
  const { Redis: Client } = await import('ioredis');
  return new Client(url, {
    socketTimeout: silenceMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, maxPauseMs),
  });
}

/** The message of a Redis error. The error itself contains the command, and with it the password. */
export const redisErrorMessage = (error: unknown): string =>
  error instanceof Error
    ? error.message || ('code' in error ? String(error.code) : error.name)
    : String(error);

/** Checks that Redis is reachable and accepts the login. Returns its version. */
export async function pingRedis(url: string): Promise<string> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 5_000 });
  let reason = 'it does not respond';
  redis.on('error', (error: Error) => (reason = redisErrorMessage(error)));
  try {
    await redis.connect();
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'of unknown version';
  } catch {
    throw new Error(`Redis cannot be used: ${reason}`);
  } finally {
    const isOver = redis.status === 'end';
    redis.disconnect();
    if (!isOver) await once(redis, 'end');
  }
}
