// Loaded only to create a certificate: the library is large, and a normal start does not need it.
import { isIP } from 'node:net';
import { generate } from 'selfsigned';
import { dayMs } from '../time/durations.js';

const validDays = 825; // the longest that browsers accept

/** A certificate for localhost, the loopback addresses and the listening host. */
export async function makeSelfSigned(host: string, now: Date): Promise<{ cert: string; key: string }> {
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - dayMs),
    notAfterDate: new Date(now.getTime() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  return { cert: `${made.cert}\n`, key: made.private };
}
