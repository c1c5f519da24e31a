import type { FastifyInstance } from 'fastify';
import parseSafely from 'secure-json-parse';
import { shorten } from '../../platform/text/shorten.js';
import type { FileBody, Formats } from '../route.js';
import { exceededLimit } from '../../platform/limits/json-limits.js';
import { HttpError } from './http-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    formats?: Formats;
    file?: FileBody;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Every body is JSON, whatever its content type, unless the route accepts other formats. An empty body is not an error. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const { formats, file } = request.routeOptions.config;
    if (file) {
      if (file.mediaType.test(mediaType)) done(null, bytes);
      else done(new HttpError(400, `The body must be ${file.expected}`));
      return;
    }
    const read = formats?.[mediaType];
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      done(new HttpError(400, `The body must be ${read ? 'text' : 'JSON'} in UTF-8`));
      return;
    }
    if (text.trim() === '') {
      done(null, undefined);
      return;
    }
    const asFile = read?.(text);
    if (asFile) {
      asFile.then((body) => done(null, body), done);
      return;
    }
    const passed = exceededLimit(text, limits);
    if (passed !== undefined) {
      done(new HttpError(400, whatIsTooMuch[passed]));
      return;
    }
    let body: unknown;
    try {
      // Fastify's own parser is the same, but hides what is wrong.
      body = parseSafely(text);
    } catch (error) {
      done(new HttpError(400, whatIsWrong(error as Error) + otherwise(formats)));
      return;
    }
    done(null, body);
  });
}

// The largest valid body has 10,000 readings of seven fields. Anything beyond that, for example a million empty lists, would block
// other requests while it is parsed.
const limits = { values: 98_304, depth: 32, fields: 1_000 };

const whatIsTooMuch = {
  values: `The body must have at most ${limits.values} values`,
  depth: `The body must be nested at most ${limits.depth} levels deep`,
  fields: `An object in the body must have at most ${limits.fields} fields`,
};

const otherwise = (formats: Formats | undefined): string =>
  formats ? ` (a file needs the Content-Type ${Object.keys(formats).join(' or ')})` : '';

// The parser refuses fields that would change an object's prototype.
const whatIsWrong = ({ message }: Error): string =>
  message.includes('prototype')
    ? 'The body must not contain a field named __proto__ or constructor'
    : `The body must be well-formed JSON: ${shorten(message)}`;
