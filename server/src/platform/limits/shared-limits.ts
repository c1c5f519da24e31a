import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { localLimits, consumePoint, type Limits } from './limits.js';
import type { Log } from '../log.js';
import { connectRedis, redisErrorMessage } from '../net/redis.js';

/** Wait for Redis at startup. The server starts without it after that. */
const firstMeetingMs = 1_000;

/**
 * Counts in Redis, across all servers. While Redis is down or too slow, each server counts separately. The limiter library
 * has a fallback too, but does not report when it is in use.
 */
export async function openSharedLimits(url: string, answerMs: number, log: Log): Promise<Limits> {
  const redis = await connectRedis(url);
  let isClosing = false;
  let isAway = false;
  let reason = 'the connection was closed';
  const lost = (): void => {
    if (isAway || isClosing) return;
    isAway = true;
    log.warn({ reason }, 'Redis is unavailable; each server limits rates separately until it is back');
  };
  const found = (): void => {
    if (!isAway) return;
    isAway = false;
    log.info('Redis is back; servers share their rate limits again');
  };
  redis.on('error', (error) => (reason = redisErrorMessage(error)));
  redis.on('close', lost);
  redis.on('ready', found);
  await Promise.race([
    new Promise((resolve) => redis.once('ready', resolve).once('close', resolve)),
    pause(firstMeetingMs, undefined, { ref: false }),
  ]);
  return {
    limiter(options) {
      const { name, points, seconds } = options;
      const local = localLimits.limiter(options);
      const shared = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `regrove:${name}`,
        points,
        duration: seconds,
        rejectIfRedisNotReady: true,
      });
      return {
        async consume(key) {
          try {
            const taken = await inTime(consumePoint(shared, key), answerMs);
            found();
            return taken;
          } catch (error) {
            // Redis is up but rejects commands: out of memory, or no write permission. Occasional timeouts are not logged.
            if (error instanceof Error && error.name === 'ReplyError') {
              reason = redisErrorMessage(error);
              lost();
            }
            return local.consume(key);
          }
        },
      };
    },
    areShared: () => !isAway && redis.status === 'ready',
    close() {
      isClosing = true;
      redis.disconnect();
    },
  };
}

/** Rejects on timeout. Responses that arrived while this process was busy are processed first: they are not late. */
function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => {
        reject(new Error('Redis did not respond in time'));
      });
    }, ms);
    void answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
