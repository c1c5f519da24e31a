import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Limits, LimitResult } from '../../platform/limits/limits.js';
import type { Caller } from '../caller.js';
import { HttpError } from './http-error.js';

const windowSeconds = 60;
const failuresPerWindow = 60;

/** Failed authentications per address. A missing key is not an attempt and does not count. */
export interface FailureLimit {
  note(address: string, reply: FastifyReply): Promise<void>;
}

export function createFailureLimit(limits: Limits): FailureLimit {
  const limiter = limits.limiter({ name: 'failures', points: failuresPerWindow, seconds: windowSeconds });
  return {
    async note(address, reply) {
      const taken = await limiter.consume(address);
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
      throw new HttpError(
        429,
        `Too many failed authentications from this address: wait ${secondsLeft(taken)} s`,
      );
    },
  };
}

/** Requests of one key or session, and of its whole account. Response headers show what is left. */
export interface RequestLimit {
  take(caller: Pick<Caller, 'id' | 'credentialId'>, reply: FastifyReply): Promise<void>;
}

/** Per minute; 0 means no limit. */
export interface RequestRates {
  readonly perCredential: number;
  readonly perAccount: number;
}

export function createRequestLimit(
  limits: Limits,
  { perCredential, perAccount }: RequestRates,
): RequestLimit {
  const ofCredential = rateOf(limits, 'requests', perCredential, '');
  const ofAccount = rateOf(limits, 'account-requests', perAccount, ' of an account');
  return {
    async take({ id, credentialId }, reply) {
      // Requests beyond the limit of a key do not count for its account, so that its other keys keep working.
      const own = await ofCredential?.(credentialId);
      const together = own?.taken.allowed === false ? undefined : await ofAccount?.(id);
      const tighter = isTighter(together, own) ? together : own;
      if (!tighter) return;
      const { perMinute, taken, whose } = tighter;
      reply.header('RateLimit-Limit', perMinute);
      reply.header('RateLimit-Remaining', taken.remaining);
      reply.header('RateLimit-Reset', secondsLeft(taken));
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
      throw new HttpError(429, `Rate limit exceeded: at most ${perMinute} requests${whose} per minute`);
    },
  };
}

interface Rate {
  readonly perMinute: number;
  readonly whose: string;
  readonly taken: LimitResult;
}

function rateOf(
  limits: Limits,
  name: string,
  perMinute: number,
  whose: string,
): ((key: string) => Promise<Rate>) | undefined {
  if (perMinute === 0) return undefined;
  const limiter = limits.limiter({ name, points: perMinute, seconds: windowSeconds });
  return async (key) => ({ perMinute, whose, taken: await limiter.consume(key) });
}

/** Whether the caller reaches the first limit sooner. */
function isTighter(one: Rate | undefined, other: Rate | undefined): boolean {
  if (!one || !other) return one !== undefined;
  if (one.taken.allowed !== other.taken.allowed) return !one.taken.allowed;
  return one.taken.remaining < other.taken.remaining;
}

/** Limits requests for sign-in links per client and per email address, so that no mailbox is flooded. */
export interface SignInRequestLimit {
  take(clientAddress: string, email: string, reply: FastifyReply): Promise<void>;
}

const signInWindowSeconds = 15 * 60;
const requestsPerClient = 20;
const requestsPerAddress = 5;

export function createSignInRequestLimit(limits: Limits): SignInRequestLimit {
  const seconds = signInWindowSeconds;
  const clients = limits.limiter({ name: 'asking-clients', points: requestsPerClient, seconds });
  const addresses = limits.limiter({ name: 'asking-addresses', points: requestsPerAddress, seconds });
  return {
    async take(clientAddress, email, reply) {
      for (const [limiter, key] of [
        [clients, clientAddress],
        [addresses, digest(email.toLowerCase())],
      ] as const) {
        const taken = await limiter.consume(key);
        if (taken.allowed) continue;
        reply.header('Retry-After', secondsLeft(taken));
        throw new HttpError(429, `Too many sign-in links were requested: wait ${secondsLeft(taken)} s`);
      }
    },
  };
}

/** Limits attempts to sign in with a passkey or at the provider of single sign-on, per client. */
export interface SignInAttemptLimit {
  take(clientAddress: string, reply: FastifyReply): Promise<void>;
}

/** Enough for an office that shares an address. */
const attemptsPerWindow = 120;

export function createSignInAttemptLimit(limits: Limits): SignInAttemptLimit {
  const limiter = limits.limiter({
    name: 'sign-in-attempts',
    points: attemptsPerWindow,
    seconds: windowSeconds,
  });
  return {
    async take(clientAddress, reply) {
      const taken = await limiter.consume(clientAddress);
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
      throw new HttpError(429, `Too many attempts to sign in: wait ${secondsLeft(taken)} s`);
    },
  };
}

/** Limits attempts to enrol an agent, per client. */
export interface EnrolmentLimit {
  take(clientAddress: string, reply: FastifyReply): Promise<void>;
}

/** Enough for an installer who sets up many at once behind one address. */
const enrolmentsPerWindow = 60;

export function createEnrolmentLimit(limits: Limits): EnrolmentLimit {
  const limiter = limits.limiter({ name: 'enrolments', points: enrolmentsPerWindow, seconds: windowSeconds });
  return {
    async take(clientAddress, reply) {
      const taken = await limiter.consume(clientAddress);
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
      throw new HttpError(429, `Too many attempts to enrol an agent: wait ${secondsLeft(taken)} s`);
    },
  };
}

/** Redis does not need to know email addresses. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const secondsLeft = ({ msBeforeNext }: LimitResult): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
