import type { Context } from '../../database/context.js';
import type { PublicCertificate } from '../../features/certificates/public-certificate-store.js';
import type { I18n } from '../../messages/i18n.js';
import { leafHash } from '../../platform/tlog/hashes.js';
import type { StoredCheckpoint } from '../../features/log/log-store.js';
import { checkpointWith, makeProof, readEntry } from '../../features/log/make-proof.js';

/** What the transparency log has of a certificate. */
export interface CertificateLog {
  readonly origin: string;
  /** Undefined: it is being entered. */
  readonly entered: EnteredCertificate | undefined;
  /** The checkpoint of its proof: the newest, once it is in the log. */
  readonly checkpoint: StoredCheckpoint | undefined;
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
  const checkpoint = logIndex === null ? undefined : await checkpointWith(db, logIndex);
  if (logIndex === null || !checkpoint)
    return { origin: key.name, entered: undefined, checkpoint: undefined };
  const entry = await readEntry(db, logIndex);
  return {
    origin: key.name,
    entered: { index: logIndex, entry: entry.toString(), shortHash: shortHashOf(entry) },
    checkpoint,
  };
}

/** The proof that it is in the log. Undefined while it is being entered, and in a sandbox. */
export async function certificateProof(
  { db, sandbox }: Context,
  { logIndex, salt }: PublicCertificate,
): Promise<string | undefined> {
  if (sandbox || logIndex === null) return undefined;
  const checkpoint = await checkpointWith(db, logIndex);
  return checkpoint && makeProof(db, { index: logIndex, salt }, checkpoint);
}

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
