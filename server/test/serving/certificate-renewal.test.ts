import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { apiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const day = 86_400_000;
const begin = new Date('2026-01-01T00:00:00Z');

let folder: string;
let database: TestDatabase;
let server: RunningServer | undefined;
let now: Date;
let logged: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-renewal-'));
  database = await createTestDatabase();
  now = begin;
  logged = [];
});
afterEach(async () => {
  await server?.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const config = readConfig({
    REGROVE_DATA_DIR: join(folder, 'data'),
    REGROVE_DATABASE_URL: database.url,
    REGROVE_PORT: '0',
    REGROVE_HTTP_PORT: '0',
    REGROVE_LOG_LEVEL: 'info',
    ...env,
  });
  return (server = await startServer(config, {
    runsJobs: false,
    clock: () => now,
    certificateEveryMs: 20,
    logTo: { write: (line) => void logged.push(line) },
  }));
}

/** The fingerprint of the certificate that new connections get. */
async function shown(): Promise<string> {
  const socket = connect({ port: server?.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).fingerprint256;
}

const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256;

describe('A configured certificate', () => {
  const files = { REGROVE_TLS_CERT: '', REGROVE_TLS_KEY: '' };
  const put = async ({ cert, key }: { cert: string; key: string }): Promise<void> => {
    await writeFile(files.REGROVE_TLS_KEY, key);
    await writeFile(files.REGROVE_TLS_CERT, cert);
  };
  beforeEach(() => {
    files.REGROVE_TLS_CERT = join(folder, 'cert.pem');
    files.REGROVE_TLS_KEY = join(folder, 'key.pem');
  });

  it('is reloaded when it is replaced, and existing connections stay open', async () => {
    const old = await makeSelfSigned('localhost', begin);
    const fresh = await makeSelfSigned('localhost', begin);
    await put(old);
    const running = await start(files);
    const agent = new Agent({ connect: { ca: old.cert }, connections: 1 });
    const api = apiClient({ url: `${running.baseUrl}/v1`, agent });
    expect((await api.get('/openapi.json')).status).toBe(200);
    expect(await shown()).toBe(fingerprint(old.cert));
    await put(fresh);
    await until('the new certificate to be shown', shown, (seen) => seen === fingerprint(fresh.cert));
    // The client's one connection trusts only the old certificate.
    expect((await api.get('/openapi.json')).status).toBe(200);
    await agent.close();
    expect(logged.join('')).toContain('using a new certificate');
    expect(logged.join('')).not.toContain('PRIVATE KEY');
  });

  it.each<[string, (fresh: { cert: string; key: string }) => Promise<unknown>]>([
    ['is not a certificate', () => writeFile(files.REGROVE_TLS_CERT, 'certainly not')],
    ['has another key', ({ cert }) => writeFile(files.REGROVE_TLS_CERT, cert)],
    ['is gone', () => rm(files.REGROVE_TLS_CERT)],
  ])('is kept if its replacement %s, which is logged once', async (_, spoil) => {
    const old = await makeSelfSigned('localhost', begin);
    const fresh = await makeSelfSigned('localhost', begin);
    await put(old);
    await start(files);
    await spoil(fresh);
    const warnings = (): string[] =>
      logged
        .filter((line) => line.includes('keeping the old one'))
        .map((line) => JSON.parse(line).err.message as string);
    await until(
      'a complaint',
      () => warnings().length,
      (count) => count > 0,
    );
    expect(await shown()).toBe(fingerprint(old.cert));
    await put(fresh);
    await until('the new certificate to be shown', shown, (seen) => seen === fingerprint(fresh.cert));
    expect(warnings().filter((one, index, all) => one === all[index - 1])).toEqual([]);
  });
});

describe('The generated certificate', () => {
  it('is renewed before it expires while the server is running', async () => {
    await start();
    const first = await shown();
    now = new Date(begin.getTime() + 800 * day);
    await until('another certificate to be shown', shown, (seen) => seen !== first);
    expect(logged.join('')).toContain('using a new certificate');
  });
});
