import type { CheckResult, ProofResult, VerifierKey } from '@regrove/verify';

/** What was asked about a file, and what was found. */
export interface Verification {
  readonly file: string;
  readonly keys: readonly VerifierKey[];
  /** Of this installation. They are tried if none of the others has signed. */
  readonly formerKeys: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  readonly name: string | undefined;
  readonly isPdf: boolean;
  /** Undefined if the file could not be read. */
  readonly result?: ProofResult;
  /** One of the former keys has signed. */
  readonly hasFormerKey?: boolean;
  readonly unreadable?: string;
}

/** What is not as it was asked to be. Each is a sentence. */
export function problemsOf({
  file,
  keys,
  formerKeys,
  witnesses,
  name,
  isPdf,
  result,
  unreadable,
}: Verification): string[] {
  if (!result) return [`${file} cannot be read: ${unreadable ?? ''}`];
  const { checks, cosignatures } = result;
  const isProof = checks.format.state === 'shown';
  const missing = witnesses.filter(({ id, name: witness }) =>
    cosignatures.every((one) => one.id !== id || one.name !== witness),
  );
  return [
    ...when(checks.format, 'no-proof', 'No proof is attached to this PDF.'),
    ...wrong(checks.format, 'This is not a proof, or it was altered'),
    ...when(
      checks.signature,
      'unknown-key',
      keys.length === 0
        ? "The signature could not be checked, because the log's key is not known: give it with --key."
        : `None of the known keys has signed this: ${[...keys, ...formerKeys].map((key) => `${key.name}+${key.id}`).join(', ')}.`,
    ),
    ...wrong(checks.signature, 'The file was altered, or the key is another one'),
    ...(isProof
      ? missing.map((witness) => `The witness ${witness.name} (${witness.id}) has not cosigned this.`)
      : []),
    ...(isPdf && isProof
      ? when(checks.inclusion, 'no-entry', 'No entry of a log is attached to this PDF.')
      : []),
    ...wrong(
      checks.inclusion,
      result.entryHash === undefined
        ? 'The proof was altered'
        : 'The certificate was altered: the log does not have it like this',
    ),
    ...problemsOfEntry(result, isPdf),
    ...(name === undefined ? [] : problemsOfName(name, checks.name)),
  ];
}

function problemsOfEntry({ checks: { entry: point }, entry }: ProofResult, isPdf: boolean): string[] {
  if (point.state === 'wrong' && point.code === 'other-entry')
    return [
      `This PDF has another entry of the log, ${JSON.stringify(entry?.type)}, which does not issue a certificate.`,
    ];
  return [
    ...wrong(point, 'The entry was altered, or is none'),
    ...(isPdf
      ? when(point, 'unknown-entry', 'The entry is of a later version: use a newer version of this program.')
      : []),
  ];
}

const when = (point: CheckResult, code: string, sentence: string): string[] =>
  point.state === 'not-shown' && point.code === code ? [sentence] : [];

const wrong = (point: CheckResult, sentence: string): string[] =>
  point.state === 'wrong' ? [`${sentence} (${point.message}).`] : [];

function problemsOfName(name: string, point: CheckResult): string[] {
  if (point.state === 'shown') return [];
  if (point.state === 'wrong') return [`It was not issued to "${name}".`];
  return point.code === 'no-salt'
    ? ['The proof does not have the salt of the name, so it does not show to whom it was issued.']
    : ['To whom it was issued cannot be checked without the entry.'];
}
