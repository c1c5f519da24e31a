import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { signerOf } from '../../../verify/test/support/keys.js';
import type { Context } from '../../src/database/context.js';
import { mountLogVerify } from '../../src/http/pages/mount-log-verify.js';

const app = fastify();
afterEach(() => app.close());

it('The page that verifies certificates is made once for each language and key', async () => {
  let signer = await signerOf('example.com/log', 1);
  // The same bytes in memory, not just equal ones.
  const sent = new Set<unknown>();
  app.addHook('onSend', (_request, _reply, payload, done) => {
    sent.add(payload);
    done(null, payload);
  });
  mountLogVerify(app, { transparency: { signer: () => Promise.resolve(signer) } } as unknown as Context);
  const read = async (locale: string): Promise<string> => {
    const { body, statusCode } = await app.inject(`/log/verify?locale=${locale}`);
    expect(statusCode).toBe(200);
    return body;
  };
  await Promise.all([read('en'), read('en'), read('en')]);
  await read('en');
  expect(sent.size).toBe(1);
  expect(await read('de')).toContain('<html lang="de">');
  expect(sent.size).toBe(2);
  signer = await signerOf('example.com/log', 1, 8);
  expect(await read('en')).toContain(signer.key.id);
  await read('en');
  expect(sent.size).toBe(3);
});
