import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileOnce, readFileIfExists, replaceFile } from '../atomic-files.js';

export interface TlsCertificate {
  readonly cert: string;
  readonly key: string;
  /** The PEM file that clients can trust. */
  readonly certFile: string;
}

export interface TlsSource {
  readonly dataDir: string;
  readonly host: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** The operator's certificate, or a self-signed one, created if none is valid for this host and date. */
export async function tlsCertificate(source: TlsSource, now: Date): Promise<TlsCertificate> {
  const kept = await currentCertificate(source);
  if (kept && (source.tls || isGood(kept, source.host, now))) return kept;

  const { makeSelfSigned } = await import('./self-signed.js');
  const made = await makeSelfSigned(source.host, now);
  const { certFile, pairFile } = generated(source);
  await mkdir(dirname(certFile), { recursive: true, mode: 0o700 });
  const pair = made.key + made.cert;
  // Servers that start at the same time on a new directory must all use the same certificate.
  if (kept) await replaceFile(pairFile, pair);
  const certificate = asPair(kept ? pair : await createFileOnce(pairFile, pair), certFile);
  await replaceFile(certFile, certificate.cert);
  return certificate;
}

/** The existing certificate; undefined if none has been created yet. */
export async function currentCertificate(source: TlsSource): Promise<TlsCertificate | undefined> {
  if (source.tls) return readGiven(source.tls);
  const { certFile, pairFile } = generated(source);
  const pair = await readFileIfExists(pairFile);
  return pair === undefined ? undefined : asPair(pair, certFile);
}

const certName = join('tls', 'cert.pem');
const pairName = join('tls', 'key-and-cert.pem');

/** Relative to the data directory. */
export const generatedTlsFiles: readonly string[] = [pairName, certName];

/** Key and certificate share one file, so that they always match. Clients get a copy of the certificate. */
const generated = ({ dataDir }: TlsSource): { certFile: string; pairFile: string } => ({
  certFile: join(dataDir, certName),
  pairFile: join(dataDir, pairName),
});

function asPair(pem: string, certFile: string): TlsCertificate {
  const start = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, Math.max(start, 0)), cert: pem.slice(Math.max(start, 0)), certFile };
}

/** The operator's certificate is never replaced: if it is invalid, startup fails. */
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

/** A generated certificate is renewed this long before it expires, because a server runs for weeks. */
const renewalMs = 30 * 86_400_000;

function isGood(kept: TlsCertificate, host: string, now: Date): boolean {
  const expiry = expiryOf(kept);
  if (!expiry || expiry.getTime() - now.getTime() <= renewalMs) return false;
  const certificate = new X509Certificate(kept.cert);
  const names = certificate.subjectAltName ?? '';
  return names.includes(`DNS:${host}`) || certificate.checkIP(host) !== undefined || isWildcard(host);
}

/** Undefined if this is no certificate with its key. */
export function expiryOf(kept: TlsCertificate): Date | undefined {
  try {
    return belongsTogether(kept) ? new Date(new X509Certificate(kept.cert).validTo) : undefined;
  } catch {
    return undefined;
  }
}

/** Addresses that mean "every interface", and so do not name a host. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
