import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface LimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly msBeforeNext: number;
}

export interface Limiter {
  consume(key: string): Promise<LimitResult>;
}

export interface LimitOptions {
  /** What is limited. Limiters with the same name share a count, across processes and servers. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Where rates are counted: in this process, across the processes of a server, or in Redis across servers. */
export interface Limits {
  limiter(options: LimitOptions): Limiter;
  /** Whether servers currently share counts; undefined if sharing is not configured. */
  areShared(): boolean | undefined;
  close(): void;
}

export const localLimits: Limits = {
  limiter({ points, seconds }) {
    const limiter = new RateLimiterMemory({ points, duration: seconds });
    const maxMs = seconds * 1_000;
    return {
      async consume(key) {
        const taken = await consumePoint(limiter, key);
        // If the clock is set back, the window would appear longer by that amount.
        return { ...taken, msBeforeNext: Math.min(taken.msBeforeNext, maxMs) };
      },
    };
  },
  areShared: () => undefined,
  close: () => undefined,
};

/** Throws errors other than "limit exceeded". */
export async function consumePoint(
  limiter: { consume(key: string): Promise<RateLimiterRes> },
  key: string,
): Promise<LimitResult> {
  try {
    return resultOf(true, await limiter.consume(key));
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return resultOf(false, refused);
    throw refused;
  }
}

const resultOf = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): LimitResult => ({
  allowed,
  remaining: Math.max(0, remainingPoints),
  msBeforeNext,
});
