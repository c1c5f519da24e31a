import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../edge/http-error.js';
import type { Limits } from '../../platform/limits/limits.js';

/** A client address has exceeded its limit. */
export class TooManyRequests extends HttpError {
  constructor(message: string) {
    super(429, message);
  }
}

/** Counts what is rendered for one client address. Throws if it is too much. */
export type RenderLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const seconds = 60;

export function createRenderLimit(limits: Limits, name: string, perMinute: number): RenderLimit {
  const limiter = limits.limiter({ name, points: perMinute, seconds });
  return async ({ ip }, reply) => {
    const { allowed, msBeforeNext } = await limiter.consume(ip);
    if (allowed) return;
    reply.header('Retry-After', Math.max(1, Math.ceil(msBeforeNext / 1_000)));
    throw new TooManyRequests(`Rate limit exceeded: at most ${perMinute} per minute for one address`);
  };
}
