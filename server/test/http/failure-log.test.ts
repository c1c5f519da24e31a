import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { replyWithErrors } from '../../src/http/edge/error-reply.js';
import { unavailable } from '../../src/platform/errors.js';
import { createLog } from '../../src/platform/log.js';

let logged = '';
afterEach(() => {
  logged = '';
});

async function answerTo(failure: Error): Promise<number> {
  const app = Fastify();
  const log = createLog('info', { write: (line) => void (logged += line) });
  replyWithErrors(app, log, (_, reply) => reply);
  app.get('/', () => {
    throw failure;
  });
  const { statusCode } = await app.inject('/');
  await app.close();
  return statusCode;
}

describe('The error log', () => {
  it('contains unexpected errors', async () => {
    expect(await answerTo(new TypeError('no such thing'))).toBe(500);
    expect(logged).toContain('no such thing');
  });

  it('contains the cause of a 503', async () => {
    const failure = Object.assign(unavailable('Try again'), { cause: new Error('connection lost') });
    expect(await answerTo(failure)).toBe(503);
    expect(logged).toContain('connection lost');
  });

  it('is not filled by a tenant that has used up its share', async () => {
    expect(await answerTo(unavailable('Too many requests of this account'))).toBe(503);
    expect(logged).toBe('');
  });
});
