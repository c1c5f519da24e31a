import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, Regrove } from '../../../sdk/src/index.js';
import { revisions } from '../../src/wire/revisions/index.js';
import { apiClient, type Json } from '../support/api-client.js';
import { fetchText, samplesOf, textOf } from '../support/reference-page.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type World } from '../support/world.js';

const names = revisions.map(({ name }) => name);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const get = (path: string, headers?: Record<string, string>) => fetchText(world, path, headers);
const documentOf = async (revision: string): Promise<Json> =>
  JSON.parse((await get(`/v1/openapi.json?revision=${revision}`)).text);

/** Samples for a key of a sandbox. */
const isInSandbox = (id: string): boolean =>
  ['getSandbox', 'advanceSandbox', 'listSandboxMails'].includes(id);

/** Of a new sandbox, whose clock is before the time in the samples. */
async function keyOfSandbox(key: string): Promise<string> {
  world.server.setNow('2026-11-01');
  const answer = await apiClient(world.server, key).post('/sandboxes', {});
  return answer.body.key;
}

describe.each(names)('the reference of revision %s', (revision) => {
  let page: string;
  let document: Json;
  beforeAll(async () => {
    page = (await get(`/docs/${revision}`)).text;
    document = await documentOf(revision);
  });

  it('lists exactly the operations of the OpenAPI document, without the account-prefixed ones', () => {
    const expected = Object.entries<Json>(document.paths)
      .filter(([path]) => !path.startsWith('/accounts/{account_id}/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods as object).map((name) => `${name.toUpperCase()} ${path}`),
      );
    const listed = [...page.matchAll(/data-operation="([^"]+)"/g)].map(([, operation]) => operation);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(page).toContain('/accounts/{account_id}');
  });

  it('has no broken link inside the page', () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/\sid="([^"]+)"/g)].length);
  });

  it('describes every field', () => {
    const unexplained = Object.entries<Json>(document.components.schemas).flatMap(([shape, schema]) =>
      Object.entries<Json>(schema.properties as object)
        .filter(([, { description }]) => typeof description !== 'string' || description === '')
        .map(([name]) => `${shape}.${name}`),
    );
    expect(unexplained).toEqual([]);
  });

  it('has every change in its changelog', () => {
    const changelog = textOf(/<section\s+id="changelog"[^]*?<\/section>/.exec(page)?.[0] ?? '');
    for (const { changes } of revisions) {
      for (const { description } of changes) expect(changelog).toContain(description.replaceAll('`', ''));
    }
  });

  it('marks itself in the list of revisions and links to its document', () => {
    expect(page).toMatch(new RegExp(`aria-current="page">${revision}<`));
    expect(page).toContain(`href="/v1/openapi.json?revision=${revision}"`);
  });

  it.skipIf(findSystemProgram('curl').missing)('has curl samples that the server accepts', async () => {
    const { key } = await world.newAccount('distributor');
    const testKey = await keyOfSandbox(key);
    for (const [id, code] of samplesOf(page, 'curl')) {
      const REGROVE_KEY = isInSandbox(id) ? testKey : key;
      const env = { ...process.env, REGROVE_KEY, CURL_CA_BUNDLE: world.server.running.certFile };
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', `${code} --silent --write-out '\n%{http_code}'`],
        {
          env,
        },
      );
      const status = stdout.split('\n').at(-1);
      // The ids in the samples do not exist.
      expect([id, stdout, ['200', '404'].includes(status ?? '')]).toEqual([id, stdout, true]);
    }
  });

  it('has JavaScript samples that run', async () => {
    const { key } = await world.newAccount('distributor');
    const clientOf = (ofKey: string): Regrove =>
      new Regrove({
        baseUrl: world.server.url,
        key: ofKey,
        userAgent: 'Samples/1.0.0 (Regrove)',
        revision: revision as '1.6.6',
        fetch: (url, init) => fetch(url, { ...init, dispatcher: world.server.agent }),
      });
    const [client, clientInSandbox] = [clientOf(key), clientOf(await keyOfSandbox(key))];
    const samples = samplesOf(page, 'javascript');
    expect(samples.length).toBeGreaterThan(40);
    for (const [id, code] of samples) {
      expect([id, code]).toEqual([id, expect.stringMatching(/await client\./)]);
      // oxlint-disable-next-line typescript/no-implied-eval
      const run = new Function('client', `return (async () => {${code}})()`) as (
        client: unknown,
      ) => Promise<void>;
      await run(isInSandbox(id) ? clientInSandbox : client).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw new Error(`${id}: ${code}`, { cause: error });
      });
    }
  });
});
