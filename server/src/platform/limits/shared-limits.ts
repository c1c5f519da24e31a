import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { localLimits, takeFrom, type Limits } from './limits.js';
import type { Log } from '../log.js';
import { connectRedis, reasonOf } from '../net/redis.js';

/** For Redis to be there by the first request; the server starts without it as well. */
const firstMeetingMs = 1_000;

/**
 * Counts in Redis, for all servers together. While Redis is away, or does not answer in time, each server counts for
 * itself. The limiter's own way of doing so would keep to itself that it does.
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
  redis.on('error', (error) => (reason = reasonOf(error)));
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
        async take(key) {
          try {
            const taken = await inTime(takeFrom(shared, key), answerMs);
            found();
            return taken;
          } catch (error) {
            // It is there and refuses: too little memory, or no right to write. Being late now and then is not told of.
            if (error instanceof Error && error.name === 'ReplyError') {
              reason = reasonOf(error);
              lost();
            }
            return local.take(key);
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

/** Refuses what takes too long. What has arrived while this process was busy is looked at first: that is not late. */
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
