import {
  LogError,
  readCertificateFile,
  verifyProof,
  type CertificateIssued,
  type Checkpoint,
  type ProofResult,
} from '@regrove/verify';
import { RegroveError } from './errors.js';

/** What the file says is not proven. `code` says why for programs, and `message` for people. */
export class CertificateVerificationError extends RegroveError {
  static {
    this.prototype.name = 'CertificateVerificationError';
  }
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export interface VerifyCertificateOptions {
  /** The key of the log: the line at /log/key, from a source that you trust. Several if it was replaced. */
  readonly key: string | readonly string[];
  /** Keys of witnesses: each of them must have cosigned. */
  readonly witnesses?: readonly string[] | undefined;
  /** The name on the certificate, if that is to be verified, too. */
  readonly name?: string | undefined;
  /** The entry of the log, for a proof that is not in a PDF. With a PDF, which has its own, it is a `TypeError`. */
  readonly entry?: string | Uint8Array | undefined;
}

/** What is proven. */
export interface VerifiedCertificate {
  readonly id: string;
  readonly issuedAt: string;
  readonly date: string;
  /** Its digits if a number would not be exact: from 2^53 on. */
  readonly pages: number | string;
  /** With six decimals. */
  readonly trees: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly methodology: string | null;
  readonly log: { readonly origin: string; readonly index: number; readonly size: number };
  /** `time` is in seconds since 1970. */
  readonly cosignatures: readonly { readonly name: string; readonly id: string; readonly time: number }[];
}

/**
 * Verifies a certificate with the transparency log, without a network: a PDF, or a proof and its entry. Throws a
 * `CertificateVerificationError` unless a log whose key is given has signed that it contains the certificate. That it was not withdrawn
 * later is not shown by this.
 *
 * ```ts
 * const { pages, trees } = await verifyCertificate(await readFile('certificate.pdf'), { key });
 * ```
 */
export async function verifyCertificate(
  file: string | Uint8Array | ArrayBuffer,
  { key, witnesses = [], name, entry }: VerifyCertificateOptions,
): Promise<VerifiedCertificate> {
  const keys = typeof key === 'string' ? [key] : key;
  let result: ProofResult;
  try {
    const bytes = bytesOf(file);
    const found = await readCertificateFile(bytes);
    // Another entry would hide that the one inside was altered. A file that is no PDF is taken for a proof.
    if (entry !== undefined && found.proof !== bytes)
      throw new TypeError('entry is for a proof alone, not for a PDF, which has its own');
    const given = entry === undefined ? found.entry : bytesOf(entry);
    result = await verifyProof({ proof: found.proof, entry: given, type, name, keys, witnesses });
  } catch (error) {
    /* Wrong keys are a mistake of the program, not of the file. */
    if (!(error instanceof LogError)) throw error;
    if (error.code === 'malformed-key') throw new TypeError(error.message, { cause: error });
    throw new CertificateVerificationError(error.code, error.message, { cause: error });
  }
  requireProven(result, name);
  for (const witness of witnesses)
    if (!result.cosignatures.some((one) => witness.startsWith(`${one.name}+${one.id}+`)))
      throw new CertificateVerificationError('no-witness', `A witness has not cosigned: ${witness}`);

  const { checkpoint, index = 0, entry: read, cosignatures } = result;
  const { id, at, date, pages, trees, project, methodology } = read;
  return {
    ...{ id, issuedAt: at, date, pages, trees, project, methodology },
    log: { origin: checkpoint.origin, index, size: checkpoint.size },
    cosignatures,
  };
}

/** The log has other entries, too. */
const type = 'certificate.issued';

interface ProvenCertificate extends ProofResult {
  readonly checkpoint: Checkpoint;
  readonly entry: CertificateIssued;
}

const messages: Readonly<Record<string, string>> = {
  'no-proof': 'No proof is attached to the PDF',
  'no-entry': 'The entry of the log is missing',
  'no-salt': 'The proof does not show to whom it was issued',
  'unknown-entry': 'The entry is of a later version',
  'unknown-key': 'It is not signed with a given key',
};

/** All that was asked for has to be shown. */
function requireProven(result: ProofResult, name: string | undefined): asserts result is ProvenCertificate {
  const { checks } = result;
  const { format, signature, inclusion, entry } = checks;
  const asked = [format, signature, inclusion, entry, ...(name === undefined ? [] : [checks.name])];
  const off = asked.find(({ state }) => state === 'wrong') ?? asked.find(({ state }) => state !== 'shown');
  if (!off || off.state === 'shown') return;
  throw new CertificateVerificationError(
    off.code,
    off.state === 'wrong' ? off.message : (messages[off.code] ?? 'It is not proven'),
  );
}

function bytesOf(file: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  return file instanceof Uint8Array ? file : new Uint8Array(file);
}
