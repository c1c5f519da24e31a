import type { FastifyRequest } from 'fastify';
import { isScreenAddress } from '../../messages/links.js';

/** The screen that was requested before signing in. Anyone can write it into a link, so only our own screens are accepted. */
export function nextScreenOf(request: FastifyRequest): string | undefined {
  const { next } = request.query as { next?: unknown };
  return typeof next === 'string' && isScreenAddress(next) ? next : undefined;
}
