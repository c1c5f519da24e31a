import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  if (source.tls) return read(source.tls.certFile, source.tls.keyFile);
  const folder = join(source.dataDir, 'tls');
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const kept = await read(certFile, keyFile).catch(() => undefined);
  if (kept && isGood(kept, source.host, now)) return kept;

  const { makeSelfSigned } = await import('./self-signed.js');
  const made = await makeSelfSigned(source.host, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replace(keyFile, made.key);
  await replace(certFile, made.cert);
  return { ...made, certFile };
}

async function read(certFile: string, keyFile: string): Promise<TlsCertificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  return { cert, key, certFile };
}

function isGood({ cert, key }: TlsCertificate, host: string, now: Date): boolean {
  const certificate = new X509Certificate(cert);
  const names = certificate.subjectAltName ?? '';
  return (
    certificate.checkPrivateKey(createPrivateKey(key)) &&
    new Date(certificate.validTo) > now &&
    (names.includes(`DNS:${host}`) || certificate.checkIP(host) !== undefined || isWildcard(host))
  );
}

/** Addresses that mean "every interface" and so name no host. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.${String(process.pid)}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await rename(draft, file);
}
