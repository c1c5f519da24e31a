import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from './status.js';

const windowSeconds = 60;
const failuresPerWindow = 60;

/** Failed authentications of one address; a missing key is no attempt and does not count. */
export interface FailureLimit {
  note(address: string, reply: FastifyReply): Promise<void>;
}

export function createFailureLimit(): FailureLimit {
  const limiter = new RateLimiterMemory({ points: failuresPerWindow, duration: windowSeconds });
  return {
    async note(address, reply) {
      const { allowed, state } = await consume(limiter, address);
      if (allowed) return;
      reply.header('Retry-After', secondsLeft(state));
      throw new HttpError(
        429,
        `Too many failed authentications from this address: wait ${secondsLeft(state)} s`,
      );
    },
  };
}

/** Requests of one key or session; says in headers what is left. */
export interface RequestLimit {
  take(credentialId: string, reply: FastifyReply): Promise<void>;
}

export function createRequestLimit(perMinute: number): RequestLimit {
  if (perMinute === 0) return { take: () => Promise.resolve() };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  return {
    async take(credentialId, reply) {
      const { allowed, state } = await consume(limiter, credentialId);
      reply.header('RateLimit-Limit', perMinute);
      reply.header('RateLimit-Remaining', Math.max(0, state.remainingPoints));
      reply.header('RateLimit-Reset', secondsLeft(state));
      if (allowed) return;
      reply.header('Retry-After', secondsLeft(state));
      throw new HttpError(429, `Rate limit exceeded: at most ${perMinute} requests a minute`);
    },
  };
}

/** Links that are asked for, by one client and for one address: nobody's mailbox is to be flooded. */
export interface AskingLimit {
  take(clientAddress: string, email: string, reply: FastifyReply): Promise<void>;
}

const askingSeconds = 15 * 60;
const asksPerClient = 20;
const asksPerAddress = 5;

export function createAskingLimit(): AskingLimit {
  const clients = new RateLimiterMemory({ points: asksPerClient, duration: askingSeconds });
  const addresses = new RateLimiterMemory({ points: asksPerAddress, duration: askingSeconds });
  return {
    async take(clientAddress, email, reply) {
      for (const [limiter, key] of [
        [clients, clientAddress],
        [addresses, email.toLowerCase()],
      ] as const) {
        const { allowed, state } = await consume(limiter, key);
        if (allowed) continue;
        reply.header('Retry-After', secondsLeft(state));
        throw new HttpError(429, `Too many sign-in links were asked for: wait ${secondsLeft(state)} s`);
      }
    },
  };
}

const secondsLeft = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

async function consume(
  limiter: RateLimiterMemory,
  key: string,
): Promise<{ allowed: boolean; state: RateLimiterRes }> {
  try {
    return { allowed: true, state: withinWindow(limiter, await limiter.consume(key)) };
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { allowed: false, state: withinWindow(limiter, refused) };
    throw refused;
  }
}

/** A clock that is set back would make it look as if the window were as much longer. */
const withinWindow = ({ duration }: RateLimiterMemory, state: RateLimiterRes): RateLimiterRes =>
  new RateLimiterRes(
    state.remainingPoints,
    Math.min(state.msBeforeNext, duration * 1000),
    state.consumedPoints,
    state.isFirstInDuration,
  );
