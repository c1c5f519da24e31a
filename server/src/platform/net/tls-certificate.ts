import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeOnce, readOnceMade, replaceWhole } from '../data-dir.js';

export interface TlsCertificate {
  readonly cert: string;
  readonly key: string;
  /** The PEM file that a client may trust. */
  readonly certFile: string;
}

export interface TlsSource {
  readonly dataDir: string;
  readonly host: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** The operator's certificate, else a self-signed one, made when there is none that is good for this host and day. */
export async function tlsCertificate(source: TlsSource, now: Date): Promise<TlsCertificate> {
  const kept = await currentCertificate(source);
  if (kept && (source.tls || isGood(kept, source.host, now))) return kept;

  const { makeSelfSigned } = await import('./self-signed.js');
  const made = await makeSelfSigned(source.host, now);
  const { certFile, pairFile } = generated(source);
  await mkdir(dirname(certFile), { recursive: true, mode: 0o700 });
  const pair = made.key + made.cert;
  // Servers that start together on a new directory must all end up with the same one.
  if (kept) await replaceWhole(pairFile, pair);
  const certificate = asPair(kept ? pair : await makeOnce(pairFile, pair), certFile);
  await replaceWhole(certFile, certificate.cert);
  return certificate;
}

/** The certificate as it is, without making one; undefined when none was made yet. */
export async function currentCertificate(source: TlsSource): Promise<TlsCertificate | undefined> {
  if (source.tls) return readGiven(source.tls);
  const { certFile, pairFile } = generated(source);
  const pair = await readOnceMade(pairFile);
  return pair === undefined ? undefined : asPair(pair, certFile);
}

const certName = join('tls', 'cert.pem');
const pairName = join('tls', 'key-and-cert.pem');

/** In the data directory. */
export const generatedTlsFiles: readonly string[] = [pairName, certName];

/** Key and certificate lie in one file, so that they always belong together; clients get a copy of the certificate. */
const generated = ({ dataDir }: TlsSource): { certFile: string; pairFile: string } => ({
  certFile: join(dataDir, certName),
  pairFile: join(dataDir, pairName),
});

function asPair(pem: string, certFile: string): TlsCertificate {
  const start = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, Math.max(start, 0)), cert: pem.slice(Math.max(start, 0)), certFile };
}

/** What the operator gives is not repaired: it is right or the start fails. */
async function readGiven({ certFile, keyFile }: NonNullable<TlsSource['tls']>): Promise<TlsCertificate> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
    const given = { cert, key, certFile };
    if (!belongsTogether(given)) throw new Error('the key does not belong to the certificate');
    return given;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`REGROVE_TLS_CERT or REGROVE_TLS_KEY cannot be used: ${reason}`, { cause: error });
  }
}

const belongsTogether = ({ cert, key }: TlsCertificate): boolean =>
  new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));

/** A start this long before the end makes a new one: a server runs for weeks. */
const renewalMs = 30 * 86_400_000;

function isGood(kept: TlsCertificate, host: string, now: Date): boolean {
  try {
    const certificate = new X509Certificate(kept.cert);
    const names = certificate.subjectAltName ?? '';
    return (
      belongsTogether(kept) &&
      new Date(certificate.validTo).getTime() - now.getTime() > renewalMs &&
      (names.includes(`DNS:${host}`) || certificate.checkIP(host) !== undefined || isWildcard(host))
    );
  } catch {
    // Not a certificate at all.
    return false;
  }
}

/** Addresses that mean "every interface" and so name no host. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
