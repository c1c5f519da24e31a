import type { FastifyInstance } from 'fastify';

/** More than any form of ours has. */
const bodyLimit = 8192;

/** What forms send comes as URLSearchParams; nothing else is taken. */
export function parseForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_, text, done) => done(null, new URLSearchParams(text.toString())),
  );
}
