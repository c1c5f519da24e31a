import type { FastifyInstance } from 'fastify';
import { HttpError } from './status.js';

/**
 * Refuses a query that no text could be: NUL, which the database does not store, and bytes that are no UTF-8, which would
 * else be taken to the letter. Judged where the body is: after the key, the rate and the account.
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
    // A percent sign that encodes nothing is taken to the letter.
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
