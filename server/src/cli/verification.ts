import { isKnownEntry, type Entry, type Point, type ProofResult, type VerifierKey } from '@regrove/verify';
import { formatTimestamp } from '../platform/time/timestamps.js';
import { describeFacts } from './command-line.js';

/** What was asked about a file, and what was found. */
export interface Verification {
  readonly file: string;
  readonly keys: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
  readonly name: string | undefined;
  readonly isPdf: boolean;
  /** Undefined if the file could not be read. */
  readonly result?: ProofResult;
  readonly unreadable?: string;
}

type Fact = readonly [string, string];

/** What is not as it was asked to be. Each is a sentence. */
export function problemsOf({
  file,
  keys,
  witnesses,
  name,
  isPdf,
  result,
  unreadable,
}: Verification): string[] {
  if (!result) return [`${file} cannot be read: ${unreadable ?? ''}`];
  const { points, cosignatures } = result;
  const isProof = points.format.state === 'shown';
  const missing = witnesses.filter(({ id, name: witness }) =>
    cosignatures.every((one) => one.id !== id || one.name !== witness),
  );
  return [
    ...when(points.format, 'no-proof', 'No proof is attached to this PDF.'),
    ...wrong(points.format, 'This is not a proof, or it was altered'),
    ...when(
      points.signature,
      'unknown-key',
      keys.length === 0
        ? "The signature could not be checked, because the log's key is not known: give it with --key."
        : `None of the known keys has signed this: ${keys.map((key) => `${key.name}+${key.id}`).join(', ')}.`,
    ),
    ...wrong(points.signature, 'The file was altered, or the key is another one'),
    ...(isProof
      ? missing.map((witness) => `The witness ${witness.name} (${witness.id}) has not cosigned this.`)
      : []),
    ...(isPdf && isProof
      ? when(points.inclusion, 'no-entry', 'No entry of a log is attached to this PDF.')
      : []),
    ...wrong(
      points.inclusion,
      result.entryHash === undefined
        ? 'The proof was altered'
        : 'The certificate was altered: the log does not have it like this',
    ),
    ...wrong(points.entry, 'The entry was altered, or is none'),
    ...(name === undefined ? [] : problemsOfName(name, points.name)),
  ];
}

const when = (point: Point, code: string, sentence: string): string[] =>
  point.state === 'not-shown' && point.code === code ? [sentence] : [];

const wrong = (point: Point, sentence: string): string[] =>
  point.state === 'wrong' ? [`${sentence} (${point.message}).`] : [];

function problemsOfName(name: string, point: Point): string[] {
  if (point.state === 'shown') return [];
  if (point.state === 'wrong') return [`It was not issued to "${name}".`];
  return point.code === 'no-salt'
    ? ['The proof does not have the salt of the name, so it does not show to whom it was issued.']
    : ['To whom it was issued cannot be checked without the entry.'];
}

/** For people: what is proven, and what is not. */
export function describeVerification(one: Verification): string {
  const problems = problemsOf(one);
  const { file, result } = one;
  if (!result) return problems.join('\n');
  return [
    `${file}: ${headingOf(result, problems.length > 0)}`,
    ...problems.map((problem) => `  ${problem}`),
    ...missingOf(result).map((missing) => `  ${missing}`),
    ...factsOf(one, result),
    ...caveatsOf(one, result).map((caveat) => `  ${caveat}`),
  ].join('\n');
}

function headingOf({ verdict, points }: ProofResult, isOff: boolean): string {
  if (verdict === 'wrong') return 'NOT PROVEN. Something is wrong:';
  if (verdict === 'proven')
    return isOff ? 'it is in the log, but:' : 'proven. The log has signed that it contains this:';
  if (isOff) return 'NOT PROVEN.';
  return points.signature.state === 'shown' ? 'a signed proof without its entry.' : 'NOT PROVEN.';
}

function factsOf({ name, witnesses }: Verification, result: ProofResult): string[] {
  const { checkpoint, index = 0, entry, entryHash, points, cosignatures } = result;
  // What is wrong is not repeated as if it were a fact.
  const isInLog = points.inclusion.state === 'shown' && points.signature.state !== 'wrong';
  const facts: Fact[] = [
    ...(entry && isInLog ? factsOfEntry(entry) : []),
    ...(name !== undefined && points.name.state === 'shown' ? [['Issued to', name] as const] : []),
    ...(checkpoint
      ? ([
          ['Log', checkpoint.origin],
          ['Index', `${index} of ${checkpoint.size} entries`],
          ...(entryHash !== undefined && isInLog ? [['Hash of entry', entryHash] as const] : []),
          [
            'Signature',
            points.signature.state === 'shown'
              ? 'right'
              : points.signature.state === 'wrong'
                ? 'WRONG'
                : 'not checked',
          ],
          ...cosignatures.map((one): Fact => [
            'Cosigned by',
            `${one.name} (${one.id}) at ${timeOf(one.time)}`,
          ]),
          ...(cosignatures.length === 0 && witnesses.length > 0
            ? [['Cosigned by', 'none of the given witnesses'] as const]
            : []),
        ] satisfies Fact[])
      : []),
  ];
  return facts.length === 0
    ? []
    : describeFacts(facts)
        .split('\n')
        .map((fact) => `  ${fact}`);
}

/** A witness may claim any time. */
const timeOf = (seconds: number): string =>
  seconds < 253_402_300_800 ? formatTimestamp(new Date(seconds * 1000)) : `${seconds} s after 1970`;

function factsOfEntry(entry: Entry): Fact[] {
  if (!isKnownEntry(entry) || entry.type !== 'certificate.issued') return [['Entry', JSON.stringify(entry)]];
  return [
    ['Certificate', entry.id],
    ['Issued', entry.at],
    ['Date', entry.date],
    ['Pages', String(entry.pages)],
    ['Trees', entry.trees],
    ['Project', `${entry.project.name} (${entry.project.id})`],
    ['Methodology', entry.methodology ?? 'unknown: issued and withdrawn before the log began'],
  ];
}

/** What a proof alone cannot show. It comes first, because a right signature says nothing about the rest of the file. */
const missingOf = ({ points, verdict }: ProofResult): string[] =>
  verdict === 'wrong' || points.format.state !== 'shown' || points.inclusion.state === 'shown'
    ? []
    : [
        'Not proven: that the hashes of this proof lead from an entry to the root that the log has signed. They, the index and the',
        'salt may have been altered. Not proven: which certificate this is. Both need the entry, which is attached to the PDF:',
        'verify that, or give the entry with --entry FILE.',
      ];

/** What nobody should conclude from it. */
function caveatsOf({ name, witnesses, isPdf }: Verification, { points, verdict }: ProofResult): string[] {
  if (verdict === 'wrong' || points.inclusion.state !== 'shown') return [];
  return [
    ...(name === undefined ? ['Not checked: to whom it was issued. --name NAME does that.'] : []),
    ...(witnesses.length === 0
      ? ['Not checked: whether others have seen the same log. --witness VKEY does that.']
      : []),
    ...(isPdf ? ['Not checked: what the PDF shows in print. Compare it with the above.'] : []),
    'Not proven: that it was not withdrawn later. The log would have another entry about that.',
  ];
}
