import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionNames } from '../../src/wire/revisions/index.js';
import { GeneratedClients, generatorNames, type GeneratorName } from '../support/generate-clients.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let clients: ReadonlyMap<GeneratorName, GeneratedClients>;
beforeAll(async () => {
  world = await startWorld();
  const documents = new Map(
    await Promise.all(revisionNames.map(async (name) => [name, await documentOf(name)] as const)),
  );
  const made = generatorNames.map(
    async (name) => [name, await GeneratedClients.make(name, documents)] as const,
  );
  clients = new Map(await Promise.all(made));
});
afterAll(async () => {
  for (const made of clients.values()) await made.remove();
  await world.stop();
});

/** The document as a generator gets it from the URL. */
async function documentOf(revision: string): Promise<object> {
  const url = `${world.server.url}/openapi.json?revision=${revision}`;
  const { body } = await request(url, { dispatcher: world.server.agent });
  return (await body.json()) as object;
}

describe.each(generatorNames)('A client that %s generates from the OpenAPI document', (name) => {
  it('compiles with the strictest settings', () => {
    expect(clients.get(name)?.compilerErrors).toBe('');
  });

  it.each(revisionNames)('supports a full integration in revision %s', async (revision) => {
    const { key } = await world.newAccount('distributor');
    const env = {
      REGROVE_URL: world.server.url,
      REGROVE_KEY: key,
      NODE_EXTRA_CA_CERTS: world.server.running.certFile,
    };
    expect(await clients.get(name)?.run(revision, env)).toBe('done\n');
  });
});
