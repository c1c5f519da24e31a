import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import type { Environment } from '../regrove-process.js';
import { until } from '../until.js';

const dayMs = 86_400_000;
/** As certificates that are renewed by a program. */
const validDays = 90;

/** The operator's certificate, replaced in its files as such a program does. */
export class ServerCertificate {
  #current = '';

  constructor(
    readonly folder: string,
    readonly clock: () => Date,
  ) {}

  get env(): Environment {
    return {
      REGROVE_TLS_CERT: join(this.folder, 'cert.pem'),
      REGROVE_TLS_KEY: join(this.folder, 'key.pem'),
    };
  }

  async renew(): Promise<void> {
    const now = this.clock().getTime();
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      notBeforeDate: new Date(now - dayMs),
      notAfterDate: new Date(now + validDays * dayMs),
    });
    // The server reads both, and keeps the old pair as long as they do not match.
    await writeFile(join(this.folder, 'key.pem'), key, { mode: 0o600 });
    await writeFile(join(this.folder, 'cert.pem'), cert);
    this.#current = cert;
  }

  /** Waits until a new connection gets it. */
  async isServed(port: number): Promise<void> {
    await until(
      'the server to use the new certificate',
      () => served(port),
      ({ pem }) => withoutBlanks(pem) === withoutBlanks(this.#current),
    );
  }

  /** What a client whose clock is the moved one would have against it; empty if nothing. */
  async problem(port: number): Promise<string> {
    const { from, to } = await served(port);
    const now = this.clock();
    return now < from || now > to
      ? `at ${now.toISOString()} the certificate was valid until ${to.toISOString()}`
      : '';
  }
}

const withoutBlanks = (pem: string): string => pem.replaceAll(/\s/g, '');

async function served(port: number): Promise<{ pem: string; from: Date; to: Date }> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) throw new Error('the server has no certificate');
    return {
      pem: certificate.toString(),
      from: new Date(certificate.validFrom),
      to: new Date(certificate.validTo),
    };
  } finally {
    socket.destroy();
  }
}
