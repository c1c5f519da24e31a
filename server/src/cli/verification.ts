import { isKnownEntry, type CertificateIssued, type ProofResult } from '@regrove/verify';
import { formatTimestamp } from '../platform/time/timestamps.js';
import { describeFacts } from './command-line.js';
import { problemsOf, type Verification } from './verification-problems.js';

type Fact = readonly [string, string];

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

function headingOf(result: ProofResult, isOff: boolean): string {
  const { verdict, checks } = result;
  if (verdict === 'wrong') return 'NOT PROVEN. Something is wrong:';
  if (verdict === 'proven') {
    if (isOff) return 'it is in the log, but:';
    const kind = issuedIn(result) ? '' : ', but it does not issue a certificate';
    return `proven${kind}. The log has signed that it contains this:`;
  }
  if (isOff) return 'NOT PROVEN.';
  return checks.signature.state === 'shown' ? 'a signed proof without its entry.' : 'NOT PROVEN.';
}

function factsOf({ name, witnesses }: Verification, result: ProofResult): string[] {
  const { checkpoint, index = 0, entry, entryHash, checks, cosignatures } = result;
  // What is wrong is not repeated as if it were a fact.
  const isInLog = checks.inclusion.state === 'shown' && checks.signature.state !== 'wrong';
  const facts: Fact[] = [
    ...(entry && isInLog ? factsOfEntry(result) : []),
    ...(name !== undefined && checks.name.state === 'shown' ? [['Issued to', name] as const] : []),
    ...(checkpoint
      ? ([
          ['Log', checkpoint.origin],
          ['Index', `${index} of ${checkpoint.size} entries`],
          ...(entryHash !== undefined && isInLog ? [['Hash of entry', entryHash] as const] : []),
          [
            'Signature',
            checks.signature.state === 'shown'
              ? 'right'
              : checks.signature.state === 'wrong'
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

/** The certificate that the entry issues, if it does. */
const issuedIn = ({ entry }: ProofResult): CertificateIssued | undefined =>
  entry && isKnownEntry(entry) && entry.type === 'certificate.issued' ? entry : undefined;

function factsOfEntry(result: ProofResult): Fact[] {
  const entry = issuedIn(result);
  if (!entry) return [['Entry', JSON.stringify(result.entry)]];
  return [
    ['Entry', entry.type],
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
const missingOf = ({ checks, verdict }: ProofResult): string[] =>
  verdict === 'wrong' || checks.format.state !== 'shown' || checks.inclusion.state === 'shown'
    ? []
    : [
        'Not proven: that the hashes of this proof lead from an entry to the root that the log has signed. They, the index and the',
        'salt may have been altered. Not proven: which certificate this is. Both need the entry, which is attached to the PDF:',
        'verify that, or give the entry with --entry FILE.',
      ];

/** What nobody should conclude from it. */
function caveatsOf({ name, witnesses, isPdf, hasFormerKey }: Verification, result: ProofResult): string[] {
  const { checks, verdict } = result;
  if (verdict === 'wrong' || checks.inclusion.state !== 'shown') return [];
  const isIssued = issuedIn(result) !== undefined;
  return [
    ...(hasFormerKey === true
      ? [
          'Signed with a former key of this log. If it was replaced because others may have it, do not rely on this: download the',
          'certificate again.',
        ]
      : []),
    ...(isIssued && name === undefined ? ['Not checked: to whom it was issued. --name NAME does that.'] : []),
    ...(witnesses.length === 0
      ? ['Not checked: whether others have seen the same log. --witness VKEY does that.']
      : []),
    ...(isPdf ? ['Not checked: what the PDF shows in print. Compare it with the above.'] : []),
    ...(isIssued
      ? ['Not proven: that it was not withdrawn later. The log would have another entry about that.']
      : []),
  ];
}
