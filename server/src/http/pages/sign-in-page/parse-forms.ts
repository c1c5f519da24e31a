import type { FastifyInstance } from 'fastify';

/** More than any of our forms needs. */
const bodyLimit = 8192;

/** Parses form bodies as URLSearchParams. Other content types are refused. */
export function parseForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_, text, done) => done(null, new URLSearchParams(text.toString())),
  );
}
