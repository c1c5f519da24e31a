import { X509Certificate } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { tlsCertificate, type TlsCertificate } from '../../src/platform/net/tls-certificate.js';
import { apiClient } from '../support/api-client.js';
import { regrove } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-tls-'));
});
afterAll(() => rm(folder, { recursive: true }));

const day = 86_400_000;
const start = new Date('2026-01-01T00:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * day);

describe('the generated certificate', () => {
  const certificate = (now: Date, env: Record<string, string> = {}): Promise<TlsCertificate> =>
    tlsCertificate(readConfig({ REGROVE_DATA_DIR: folder, ...env }), now);

  it('is valid for localhost and the loopback addresses, and for no other name', async () => {
    const x509 = new X509Certificate((await certificate(start)).cert);
    expect(x509.checkHost('localhost')).toBe('localhost');
    expect(x509.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(x509.checkIP('::1')).toBe('::1');
    expect(x509.checkHost('regrove.example')).toBeUndefined();
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.ca).toBe(false);
  });

  it('is kept between starts, readable by its owner only', async () => {
    const first = await certificate(start);
    expect(await certificate(after(700))).toEqual(first);
    expect(await readFile(first.certFile, 'utf8')).toBe(first.cert);
    for (const name of await readdir(join(folder, 'tls'))) {
      expect((await stat(join(folder, 'tls', name))).mode & 0o077).toBe(0);
    }
  });

  it('is the same for all processes that start together on a new directory', async () => {
    const dataDir = join(folder, 'together');
    const all = await Promise.all([1, 2, 3, 4].map(() => certificate(start, { REGROVE_DATA_DIR: dataDir })));
    for (const one of all) expect(one).toEqual(all[0]);
    expect(await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8')).toBe(all[0]?.cert);
  });

  it.each([
    ['has expired', after(1000), {}],
    ['is about to expire', after(800), {}],
    ['is not for the host that is listened on', start, { REGROVE_HOST: '10.9.8.7' }],
  ])('is regenerated when it %s', async (_, now, env) => {
    const dataDir = await mkdtemp(join(folder, 'renew-'));
    const first = await certificate(start, { REGROVE_DATA_DIR: dataDir });
    const second = await certificate(now, { REGROVE_DATA_DIR: dataDir, ...env });
    expect(second.cert).not.toBe(first.cert);
    expect(await readFile(second.certFile, 'utf8')).toBe(second.cert);
    const x509 = new X509Certificate(second.cert);
    expect(new Date(x509.validTo) > now).toBe(true);
    for (const host of ['127.0.0.1', ...Object.values(env)]) expect(x509.checkIP(host)).toBe(host);
  });

  it('is regenerated when its file is damaged', async () => {
    const dataDir = await mkdtemp(join(folder, 'damaged-'));
    await certificate(start, { REGROVE_DATA_DIR: dataDir });
    for (const name of await readdir(join(dataDir, 'tls'))) await writeFile(join(dataDir, 'tls', name), 'x');
    expect((await certificate(start, { REGROVE_DATA_DIR: dataDir })).cert).toContain('BEGIN CERTIFICATE');
  });
});

describe('certificate and address from the operator', () => {
  let world: World;
  let own: TlsCertificate;
  beforeAll(async () => {
    const dataDir = join(folder, 'own');
    own = await tlsCertificate(readConfig({ REGROVE_DATA_DIR: dataDir }), new Date());
    await writeFile(join(folder, 'own.key'), own.key);
    await cp(own.certFile, join(folder, 'own.crt'));
    world = await startWorld({
      REGROVE_TLS_CERT: join(folder, 'own.crt'),
      REGROVE_TLS_KEY: join(folder, 'own.key'),
      REGROVE_BASE_URL: 'https://regrove.example/base/',
    });
  });
  afterAll(() => world.stop());

  const get = (path: string, options: { host?: string; plain?: boolean } = {}) =>
    request(
      options.plain
        ? world.server.plainUrl.replace(/\/v1$/, path)
        : `https://${options.host ?? '127.0.0.1'}:${world.server.running.port}${path}`,
      {
        dispatcher: new Agent({ connect: { ca: own.cert } }),
        headers: {
          'user-agent': 'RegroveTests/1.0.0 (Regrove)',
          authorization: `Basic ${Buffer.from(`${world.customer.key}:`).toString('base64')}`,
        },
      },
    );

  it.each(['127.0.0.1', 'localhost'])('serves the given certificate at %s', async (host) => {
    expect((await get('/v1/account', { host })).statusCode).toBe(200);
  });

  it('uses the public URL in links', async () => {
    const url = `https://127.0.0.1:${world.server.running.port}/v1`;
    const api = apiClient({ url, agent: world.server.agent }, world.customer.key);
    await api.post('/biomass/offsets', { pages: 10, project_id: world.projects.forest });
    await api.post('/biomass/offsets', { pages: 10, project_id: world.projects.forest });
    const { body, headers } = await api.get('/biomass/certificates?limit=1');
    expect(body[0].url).toMatch(/^https:\/\/regrove\.example\/base\//);
    expect(body[0].pdf_url).toMatch(/^https:\/\/regrove\.example\/base\//);
    expect(headers['link']).toMatch(/^<https:\/\/regrove\.example\/base\/v1\//);
  });

  it.each(['/', '/certificates/x?page=2', '/v10/account', '/v1x'])(
    'redirects a person from %s over plain HTTP to HTTPS',
    async (path) => {
      const { statusCode, headers } = await get(path, { plain: true });
      expect({ statusCode, location: headers['location'] }).toEqual({
        statusCode: 308,
        location: `https://regrove.example/base${path}`,
      });
    },
  );

  it.each(['/v1', '/v1/', '/v1/account', '/v1?x=1', '/v1/nothing', '/v1/../v1/account'])(
    'refuses %s over plain HTTP and never redirects it',
    async (path) => {
      const { statusCode, headers, body } = await get(path, { plain: true });
      expect({ statusCode, location: headers['location'] }).toEqual({ statusCode: 403, location: undefined });
      expect(await body.json()).toEqual({ code: 403, error: expect.stringContaining('HTTPS') });
    },
  );

  it.each([
    ['a missing file', 'absent.crt', 'own.key', /absent\.crt/],
    ['a key of another certificate', 'own.crt', 'together/tls/key-and-cert.pem', /does not belong/],
    ['a file that is not a certificate', 'own.key', 'own.key', /REGROVE_TLS_CERT/],
  ])('does not start with %s', async (_, cert, key, message) => {
    const { code, stdout, stderr } = await regrove(['serve'], {
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_DATA_DIR: join(folder, 'refused'),
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_TLS_CERT: join(folder, cert),
      REGROVE_TLS_KEY: join(folder, key),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('PRIVATE KEY');
  });
});
