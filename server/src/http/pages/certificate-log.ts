import type { Context } from '../../database/context.js';
import type { PublicCertificate } from '../../features/certificates/public-certificate-store.js';
import type { I18n } from '../../messages/i18n.js';
import { leafHash } from '../../features/log/hashes.js';
import { findSignedEntry, makeProof, type LogProof } from '../../features/log/make-proof.js';

/** What the transparency log has of a certificate. */
export interface CertificateLog {
  readonly origin: string;
  /** Undefined: it is being entered. */
  readonly entered: EnteredCertificate | undefined;
}

interface EnteredCertificate {
  readonly index: number;
  /** Canonical JSON. */
  readonly entry: string;
  /** The beginning of the entry's hash in the tree, in groups that are easy to compare. */
  readonly shortHash: string;
  /** As a `.tlog-proof` file. Only for what it is attached to. */
  readonly proof?: string;
}

/** Undefined in a sandbox, which has no log. */
export async function certificateLog(
  { db, sandbox, transparency }: Context,
  { logIndex }: PublicCertificate,
): Promise<CertificateLog | undefined> {
  if (sandbox) return undefined;
  const { key } = await transparency.signer();
  const entry = logIndex === null ? undefined : await findSignedEntry(db, logIndex);
  return {
    origin: key.name,
    entered:
      logIndex === null || !entry
        ? undefined
        : { index: logIndex, entry: entry.toString(), shortHash: shortHashOf(entry) },
  };
}

/** The proof that it is in the log. Undefined while it is being entered, and in a sandbox. */
export const certificateProof = async (
  { db, sandbox }: Context,
  { logIndex, salt }: PublicCertificate,
): Promise<LogProof | undefined> =>
  sandbox || logIndex === null ? undefined : makeProof(db, { index: logIndex, salt });

/** One line for people. */
export const logText = ({ origin, entered }: CertificateLog, { t }: I18n): string =>
  entered
    ? t('certificate.logEntry', { origin, index: String(entered.index), hash: entered.shortHash })
    : t('certificate.logPending', { origin });

const shortHashOf = (entry: Buffer): string =>
  leafHash(entry)
    .toString('hex')
    .slice(0, 16)
    .replace(/.{4}(?=.)/g, '$& ');
