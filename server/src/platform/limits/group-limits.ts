import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { localLimits, consumePoint, type Limits } from './limits.js';

/** Worker processes ask the primary process, which is rarely busy. */
const answerMs = 1_000;

/** Counts across all processes of this server. Falls back to a local count if the primary does not respond. */
export const groupLimits: Limits = {
  limiter(options) {
    const { name, points, seconds } = options;
    const local = localLimits.limiter(options);
    const shared = new RateLimiterCluster({
      keyPrefix: name,
      points,
      duration: seconds,
      timeoutMs: answerMs,
    });
    return { consume: (key) => consumePoint(shared, key).catch(() => local.consume(key)) };
  },
  areShared: () => undefined,
  close: () => undefined,
};

/** Counts for the processes that this process starts. */
export const countForGroup = (): void => {
  new RateLimiterClusterMaster();
};
