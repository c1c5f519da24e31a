import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.js';

/**
 * Refuses queries with NUL, which the database cannot store, or with invalid UTF-8, which would otherwise be taken literally.
 * Checked at the same point as the body: after the key, the rate limit and the account.
 */
export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _, done) => {
    const at = request.originalUrl.indexOf('?');
    const query = at === -1 ? '' : request.originalUrl.slice(at + 1);
    if (!query.includes('%') || isReadable(query)) done();
    else done(new HttpError(400, `${nameOfUnreadable(query)} must be valid UTF-8 without NUL`));
  });
}

function isReadable(text: string): boolean {
  try {
    // A percent sign that encodes nothing is taken literally.
    return !decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25')).includes('\u0000');
  } catch {
    return false;
  }
}

const maxNameLength = 100;

function nameOfUnreadable(query: string): string {
  const [name = ''] = (query.split('&').find((pair) => !isReadable(pair)) ?? '').split('=', 1);
  return /^\w+$/.test(name) && name.length <= maxNameLength ? name : 'The query';
}
