import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { formatVerifierKey } from '@regrove/verify';
import { signerOf } from '../../../verify/test/support/keys.js';
import type { Context } from '../../src/database/context.js';
import { mountLogVerify } from '../../src/http/pages/mount-log-verify.js';

const app = fastify();
afterEach(() => app.close());

it('The page that verifies certificates is made once for each language and all keys', async () => {
  let signer = await signerOf('example.com/log', 1);
  // The same bytes in memory, not just equal ones.
  const sent = new Set<unknown>();
  app.addHook('onSend', (_request, _reply, payload, done) => {
    sent.add(payload);
    done(null, payload);
  });
  const used: { key: string }[] = [];
  mountLogVerify(app, {
    db: { rows: () => Promise.resolve([...used]) },
    transparency: { signer: () => Promise.resolve(signer) },
  } as unknown as Context);
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
  const former = formatVerifierKey(signer.key);
  signer = await signerOf('example.com/log', 1, 8);
  used.push({ key: formatVerifierKey(signer.key) }, { key: former });
  expect(await read('en')).toContain(signer.key.id);
  expect(await read('en')).toContain(`data-former="${former}"`);
  expect(sent.size).toBe(3);
  // Under another name, it is still the present one.
  const renamed = formatVerifierKey((await signerOf('localhost:1/log', 1, 8)).key);
  used.unshift({ key: renamed });
  const page = await read('en');
  expect(page).toContain(`data-present="${renamed}"`);
  expect(page).toContain(`data-former="${former}"`);
});
