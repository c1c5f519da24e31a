import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface Taken {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly msBeforeNext: number;
}

/** Counts by key, and says when it is too much. */
export interface Limiter {
  take(key: string): Promise<Taken>;
}

export interface LimitOptions {
  /** What is limited; limiters of the same name count together, wherever they are. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Where rates are counted: in this process, or in Redis for all servers together. */
export interface Limits {
  limiter(options: LimitOptions): Limiter;
  /** Whether servers count together at the moment; undefined where they are not to. */
  areShared(): boolean | undefined;
  close(): void;
}

export const localLimits: Limits = {
  limiter({ points, seconds }) {
    const limiter = new RateLimiterMemory({ points, duration: seconds });
    const longestMs = seconds * 1_000;
    return {
      async take(key) {
        const taken = await takeFrom(limiter, key);
        // A clock that is set back would make it look as if the window were as much longer.
        return { ...taken, msBeforeNext: Math.min(taken.msBeforeNext, longestMs) };
      },
    };
  },
  areShared: () => undefined,
  close: () => undefined,
};

/** Throws what is neither a yes nor a no. */
export async function takeFrom(
  limiter: { consume(key: string): Promise<RateLimiterRes> },
  key: string,
): Promise<Taken> {
  try {
    return takenAs(true, await limiter.consume(key));
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return takenAs(false, refused);
    throw refused;
  }
}

const takenAs = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Taken => ({
  allowed,
  remaining: Math.max(0, remainingPoints),
  msBeforeNext,
});
