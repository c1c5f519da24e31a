import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { localLimits, takeFrom, type Limits } from './limits.js';

/** Processes of one server ask the one that started them, which is hardly ever busy. */
const answerMs = 1_000;

/** Counts for all processes of this server together; for itself where the one that counts does not answer. */
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
    return { take: (key) => takeFrom(shared, key).catch(() => local.take(key)) };
  },
  areShared: () => undefined,
  close: () => undefined,
};

/** Counts for the processes that this one starts. */
export const countForGroup = (): void => {
  new RateLimiterClusterMaster();
};
