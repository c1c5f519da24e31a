import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionNames } from '../../src/wire/revisions/index.js';
import type { Json } from '../support/api-client.js';
import { contractOf, type Contract } from '../support/openapi-contract.mjs';
import { npm } from '../support/package.js';
import { fetchPage } from '../support/public-pages.js';
import { createResources } from '../support/resources.js';
import { createSandbox } from '../support/sandboxes.js';
import { unzip } from '../support/unzip.js';
import { startWorld, type World } from '../support/world.js';

/** The programs that the collections are for. They are large, so they are installed only for this test. */
const programs = ['newman@6.2.2', '@usebruno/cli@4.1.0'];

let world: World;
let folder: string;
let variables: [name: string, value: string][];
let sandboxKey: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'regrove-collections-'));
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', ...programs], folder);
  const member = await world.newAccount('distributor');
  const resources = await createResources(world, member);
  sandboxKey = (await createSandbox(world, member)).key;
  const [sandbox] = (await member.api.get('/sandboxes')).body;
  variables = [
    ['apiKey', member.key],
    ['account_id', resources['/accounts'] ?? ''],
    ['biomass_certificate_id', resources['/biomass/certificates'] ?? ''],
    ['biomass_offset_id', resources['/biomass/offsets'] ?? ''],
    ['carbon_offset_id', resources['/carbon/offsets'] ?? ''],
    ['carbon_project_id', resources['/carbon/projects'] ?? ''],
    ['deposit_id', resources['/deposits'] ?? ''],
    ['event_id', resources['/events'] ?? ''],
    ['feed_id', resources['/feeds'] ?? ''],
    ['forestry_project_id', resources['/forestry/projects'] ?? ''],
    ['invoice_id', resources['/invoices'] ?? ''],
    ['order_id', resources['/orders'] ?? ''],
    ['project_id', resources['/projects'] ?? ''],
    ['quote_id', resources['/quotes'] ?? ''],
    ['sandbox_id', sandbox.id],
    ['server_id', resources['/servers'] ?? ''],
    ['user_id', resources['/users'] ?? ''],
    ['webhook_endpoint_id', resources['/webhook_endpoints'] ?? ''],
  ];
});
afterAll(async () => {
  await rm(folder, { recursive: true, maxRetries: 5 });
  await world.stop();
});

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

const isRead = ({ method }: { readonly method: string }): boolean => method === 'GET';

/** Reads of a sandbox need its own key, and the rest does not work with it. */
const isInSandbox = (url: string): boolean => /\/sandbox(\/|$)/.test(url);

async function expectAll(
  exchanges: readonly Exchange[],
  reads: readonly string[],
  revision: string,
): Promise<void> {
  const contract: Contract = contractOf(
    JSON.parse((await download(`/v1/openapi.json?revision=${revision}`)).toString()),
  );
  expect(exchanges.length).toBe(reads.length);
  expect(exchanges.length).toBeGreaterThan(30);
  for (const { method, url, status, body } of exchanges) {
    const path = new URL(url).pathname.replace('/v1', '');
    expect([path, status, body]).toEqual([path, 200, body]);
    contract.check(method, path, status, body);
  }
}

const download = async (path: string): Promise<Buffer> => {
  const { status, body } = await fetchPage(world, path);
  expect(status).toBe(200);
  return body;
};

/** Programs answer with another status if a request fails, and still write what happened. */
const run = (args: readonly string[], cwd: string): Promise<string> =>
  promisify(execFile)(process.execPath, args, { cwd, maxBuffer: Infinity }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      return stdout + stderr;
    },
  );

describe.each(revisionNames)('the collections of revision %s', (revision) => {
  it('run in Postman’s runner', async () => {
    const collection: Json = JSON.parse(
      (await download(`/docs/${revision}/regrove.postman_collection.json`)).toString(),
    );
    const reads: string[] = [];
    for (const group of collection.item) {
      group.item = group.item.filter(({ request }: Json) => isRead(request));
      for (const { request } of group.item) {
        reads.push(request.url.raw);
        if (isInSandbox(request.url.raw))
          request.auth = { type: 'bearer', bearer: [{ key: 'token', value: sandboxKey, type: 'string' }] };
      }
    }
    await writeFile(join(folder, 'collection.json'), JSON.stringify(collection));
    const newman = join(folder, 'node_modules/newman/bin/newman.js');
    const given = variables.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const options = ['--reporters', 'json', '--reporter-json-export', 'newman.json'];
    const trust = ['--ssl-extra-ca-certs', world.server.running.certFile];
    await run([newman, 'run', 'collection.json', ...options, ...trust, ...given], folder);
    const report: Json = JSON.parse(await readFile(join(folder, 'newman.json'), 'utf8'));
    const exchanges = report.run.executions.map(({ request, response, requestError }: Json) => {
      expect(requestError).toBeUndefined();
      const { host, port, path, protocol } = request.url;
      return {
        method: request.method,
        url: `${protocol}://${host.join('.')}:${port}/${path.join('/')}`,
        status: response.code,
        body: JSON.parse(Buffer.from(response.stream.data as number[]).toString()),
      };
    });
    await expectAll(exchanges, reads, revision);
  });

  it('run in Bruno’s', async () => {
    const { bruToJsonV2: parse } = createRequire(join(folder, 'package.json'))('@usebruno/lang') as {
      bruToJsonV2: (text: string) => Json;
    };
    const reads: string[] = [];
    for (const [name, content] of unzip(await download(`/docs/${revision}/regrove-bruno.zip`))) {
      const isRequest = /^[^/]+\/[^/]+\/(?!folder).*\.bru$/.test(name) && !name.includes('/environments/');
      const request = isRequest ? parse(content.toString()) : undefined;
      if (request) expect(() => JSON.parse(request.examples[0].response.body.content)).not.toThrow();
      if (request && !isRead({ method: request.http.method.toUpperCase() })) continue;
      if (request) reads.push(request.http.url);
      const text =
        request && isInSandbox(String(request.http.url))
          ? `${content.toString().replace('auth: inherit', 'auth: bearer')}\nauth:bearer {\n  token: ${sandboxKey}\n}\n`
          : content;
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const bruno = join(folder, 'node_modules/@usebruno/cli/bin/bru.js');
    const given = variables.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const output = join(folder, 'bruno.json');
    const options = ['--env', 'Regrove', '--format', 'json', '--output', output];
    const said = await run(
      [bruno, 'run', '-r', ...options, '--cacert', world.server.running.certFile, ...given],
      join(folder, `regrove-${revision}`),
    );
    const [report]: Json[] = JSON.parse(
      await readFile(output, 'utf8').catch(() => {
        throw new Error(said);
      }),
    );
    const exchanges = report.results.map(({ request, response }: Json) => ({
      method: request.method,
      url: request.url,
      status: response.status,
      body: response.data,
    }));
    await expectAll(exchanges, reads, revision);
  });
});
