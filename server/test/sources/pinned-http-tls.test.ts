import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkPolicy, type NetworkPolicy } from '../../src/platform/net/network-policy.js';
import { makeSelfSigned } from '../../src/platform/net/self-signed.js';
import { fetchPinned } from '../../../printers/src/pinned-http.js';
import { regrove, spawnRecorded } from '../support/regrove-process.js';

/** Treats loopback as a public address. */
const loopbackIsPublic: NetworkPolicy = {
  allows: () => true,
  isPublic: () => true,
  isAllowlisted: () => false,
};

/** Self-signed certificates for localhost, 127.0.0.1 and ::1. `known` is the one that a client can trust. */
let known: { cert: string; key: string };
let unknown: { cert: string; key: string };
let server: Server;
let directory: string;
/** The requests that the server received, and their server names. */
const told: { password: string | undefined; name: unknown }[] = [];
const open: Server[] = [];

async function listen(certificate: { cert: string; key: string }, host: string): Promise<Server> {
  const listener = createServer(certificate, (request, response) => {
    told.push({ password: request.headers.authorization, name: (request.socket as TLSSocket).servername });
    response.end('hello');
  });
  open.push(listener);
  listener.listen(0, host);
  await once(listener, 'listening');
  return listener;
}

beforeAll(async () => {
  known = await makeSelfSigned('localhost', new Date());
  unknown = await makeSelfSigned('localhost', new Date());
  server = await listen(known, '127.0.0.1');
  directory = await mkdtemp(join(tmpdir(), 'regrove-tls-'));
  await writeFile(join(directory, 'cert.pem'), known.cert);
});
afterAll(async () => {
  for (const listener of open) await once(listener.close(), 'close');
  await rm(directory, { recursive: true });
});

const portOf = (listener: Server): number => (listener.address() as AddressInfo).port;

const ask = (host: string, network: NetworkPolicy): Promise<Buffer> =>
  fetchPinned(
    {
      url: new URL(`https://${host}:${String(portOf(server))}/`),
      method: 'GET',
      headers: { authorization: 'the password' },
      maxBytes: 1_000,
    },
    { network, signal: AbortSignal.timeout(10_000), isInteractive: true },
  );

describe('over TLS', () => {
  it.each(['127.0.0.1', 'localhost'])(
    '%s in an allowed range can have a self-signed certificate',
    async (host) => {
      expect((await ask(host, createNetworkPolicy(['127.0.0.0/8', '::1']))).toString()).toBe('hello');
      expect(told.splice(0)).toEqual([
        { password: 'the password', name: host === 'localhost' ? host : false },
      ]);
    },
  );

  it.each(['127.0.0.1', 'localhost'])(
    '%s as a public address needs a valid certificate before anything is sent',
    async (host) => {
      await expect(ask(host, loopbackIsPublic)).rejects.toMatchObject({
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      expect(told).toEqual([]);
    },
  );

  it('a public address needs a trusted certificate for its name', async () => {
    await regrove(['--version']); // builds, if need be
    const script = `
      import { fetchPinned } from './printers/dist/pinned-http.js';
      const network = { allows: () => true, isPublic: () => true, isAllowlisted: () => false };
      for (const address of process.argv.slice(1)) {
        const request = { url: new URL(address), method: 'GET', headers: {}, maxBytes: 1_000 };
        const signal = AbortSignal.timeout(10000);
        console.log(await fetchPinned(request, { network, signal, isInteractive: true }).then(String, ({ code }) => code));
      }`;
    const calls = [
      ['127.0.0.1', server, 'hello'],
      ['localhost', server, 'hello'],
      ['localhost', await listen(unknown, '127.0.0.1'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['127.0.0.2', await listen(known, '127.0.0.2'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const;
    const urls = calls.map(([host, listener]) => `https://${host}:${String(portOf(listener))}`);
    const { stdout } = await spawnRecorded(process.execPath, ['--input-type=module', '-e', script, ...urls], {
      NODE_EXTRA_CA_CERTS: join(directory, 'cert.pem'),
    }).ending;
    expect(stdout.trim().split('\n')).toEqual(calls.map(([, , outcome]) => outcome));
  });
});
