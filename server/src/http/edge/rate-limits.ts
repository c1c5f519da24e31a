import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Limits, Taken } from '../../platform/limits.js';
import { HttpError } from './status.js';

const windowSeconds = 60;
const failuresPerWindow = 60;

/** Failed authentications of one address; a missing key is no attempt and does not count. */
export interface FailureLimit {
  note(address: string, reply: FastifyReply): Promise<void>;
}

export function createFailureLimit(limits: Limits): FailureLimit {
  const limiter = limits.limiter({ name: 'failures', points: failuresPerWindow, seconds: windowSeconds });
  return {
    async note(address, reply) {
      const taken = await limiter.take(address);
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
      throw new HttpError(
        429,
        `Too many failed authentications from this address: wait ${secondsLeft(taken)} s`,
      );
    },
  };
}

/** Requests of one key or session; says in headers what is left. */
export interface RequestLimit {
  take(credentialId: string, reply: FastifyReply): Promise<void>;
}

export function createRequestLimit(limits: Limits, perMinute: number): RequestLimit {
  if (perMinute === 0) return { take: () => Promise.resolve() };
  const limiter = limits.limiter({ name: 'requests', points: perMinute, seconds: windowSeconds });
  return {
    async take(credentialId, reply) {
      const taken = await limiter.take(credentialId);
      reply.header('RateLimit-Limit', perMinute);
      reply.header('RateLimit-Remaining', taken.remaining);
      reply.header('RateLimit-Reset', secondsLeft(taken));
      if (taken.allowed) return;
      reply.header('Retry-After', secondsLeft(taken));
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

export function createAskingLimit(limits: Limits): AskingLimit {
  const seconds = askingSeconds;
  const clients = limits.limiter({ name: 'asking-clients', points: asksPerClient, seconds });
  const addresses = limits.limiter({ name: 'asking-addresses', points: asksPerAddress, seconds });
  return {
    async take(clientAddress, email, reply) {
      for (const [limiter, key] of [
        [clients, clientAddress],
        [addresses, digest(email.toLowerCase())],
      ] as const) {
        const taken = await limiter.take(key);
        if (taken.allowed) continue;
        reply.header('Retry-After', secondsLeft(taken));
        throw new HttpError(429, `Too many sign-in links were asked for: wait ${secondsLeft(taken)} s`);
      }
    },
  };
}

/** Whom somebody asks for is nothing that Redis needs to know. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const secondsLeft = ({ msBeforeNext }: Taken): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
