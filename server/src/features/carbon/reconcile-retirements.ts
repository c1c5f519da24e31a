import type { Database } from '../../database/database.js';
import { shorten } from '../../platform/text/shorten.js';
import {
  findTwice,
  isExpected,
  joined,
  namesIn,
  without,
  type ExpectedNames,
  type PublishedRange,
} from './compare-retirements.js';
import type { CreditRange } from './credit-segments.js';
import { beneficiariesOf, readAllocatedCredits, type AllocatedCredits } from './list-retirements.js';
import { locateCredits, wholeNumber } from './locate-credits.js';
import type { PublishedRetirement } from './registry-export.js';
import { findRetirements, listBeneficiaries, listRetiredLots, type UsedLot } from './retirement-store.js';
import { serialOf } from './serial-range.js';

/** A difference between what we recorded and what the registry publishes. */
export interface RetirementFinding {
  readonly kind: 'missing' | 'extra' | 'beneficiary' | 'twice';
  readonly serial: string;
  /** Null: the export does not say how many credits these are. */
  readonly tonnes: number | null;
  /** Lines of the export. */
  readonly lines: readonly number[];
  /** For `beneficiary`: whom we expect, and whom the registry names. */
  readonly expected?: string;
  readonly published?: string;
}

export interface Reconciliation {
  readonly findings: readonly RetirementFinding[];
  /** Lines of the export with credits of our lots. */
  readonly compared: number;
  /** Others: a registry publishes everybody's. */
  readonly ignored: number;
}

/** Compares what was recorded with a registry's export. Works on ranges, however many credits they have. */
export async function reconcileRetirements(
  db: Database,
  published: readonly PublishedRetirement[],
): Promise<Reconciliation> {
  const located = await locateCredits(db, published);
  const lots = new Map((await listRetiredLots(db)).map((lot) => [lot.id, lot]));
  const byLot = new Map<string, PublishedRange[]>();
  const unknown: PublishedRetirement[] = [];
  located.forEach((one, index) => {
    const found = 'fault' in one ? one.found : one;
    const retirement = published[index] as PublishedRetirement;
    const { line, beneficiary } = retirement;
    if (!found) unknown.push(retirement);
    for (const lot of found?.lots ?? []) {
      lots.set(lot.id, lot);
      const range = {
        line,
        beneficiary,
        first: Math.max(found?.range.first ?? 0, lot.firstCredit),
        last: Math.min(found?.range.last ?? 0, lot.lastCredit),
      };
      const known = byLot.get(lot.id);
      if (known) known.push(range);
      else byLot.set(lot.id, [range]);
    }
  });
  const findings: RetirementFinding[] = [];
  for (const lot of lots.values()) findings.push(...(await compareLot(db, lot, byLot.get(lot.id) ?? [])));
  const ours = await findOursAmong(db, unknown);
  const ignored = unknown.length - ours.length;
  return {
    findings: [...findings, ...ours.map(unknownCredits)],
    compared: published.length - ignored,
    ignored,
  };
}

/** Retirements of credits that we never had, but for somebody whom we have retired credits for. */
async function findOursAmong(
  db: Database,
  unknown: readonly PublishedRetirement[],
): Promise<PublishedRetirement[]> {
  if (unknown.every(({ beneficiary }) => beneficiary === '')) return [];
  const names = new Set((await listBeneficiaries(db)).flatMap((name) => [...namesIn(name)]));
  return unknown.filter(({ beneficiary }) => [...namesIn(beneficiary)].some((name) => names.has(name)));
}

const unknownCredits = ({ serial, tonnes, line }: PublishedRetirement): RetirementFinding => ({
  kind: 'extra',
  serial: shorten(serial),
  tonnes: wholeNumber(tonnes) ?? null,
  lines: [line],
});

async function compareLot(
  db: Database,
  lot: UsedLot,
  published: readonly PublishedRange[],
): Promise<RetirementFinding[]> {
  const ranges = published.toSorted((a, b) => a.first - b.first || a.line - b.line);
  const ours = joined(
    await findRetirements(db, [{ lotId: lot.id, first: lot.firstCredit, last: lot.lastCredit }]),
  );
  const theirs = joined(ranges);
  const findingOf = (
    kind: RetirementFinding['kind'],
    { first, last }: CreditRange,
    lines: readonly number[] = [],
  ): RetirementFinding => ({ kind, serial: serialOf(lot, first, last), tonnes: last - first + 1, lines });
  const linesWith = lineFinder(ranges);
  const others = await findOthers(db, lot, ranges);
  return [
    ...without(ours, theirs).map((range) => findingOf('missing', range)),
    ...without(theirs, ours).map((range) => findingOf('extra', range, linesWith(range))),
    ...others.map(({ range, expected, published: { line, beneficiary } }) => ({
      ...findingOf('beneficiary', range, [line]),
      expected,
      published: beneficiary,
    })),
    ...findTwice(ranges).map(({ lines, ...range }) => findingOf('twice', range, lines)),
  ];
}

const maxLinesNamed = 10;

/** Finds the lines that have credits of a range. To be asked for ascending ranges only. */
function lineFinder(ranges: readonly PublishedRange[]): (range: CreditRange) => number[] {
  let from = 0;
  return ({ first, last }) => {
    while ((ranges[from]?.last ?? Infinity) < first) from++;
    const lines: number[] = [];
    for (let at = from; at < ranges.length && lines.length < maxLinesNamed; at++) {
      const range = ranges[at] as PublishedRange;
      if (range.first > last) break;
      if (range.last >= first) lines.push(range.line);
    }
    return lines;
  };
}

interface Other {
  readonly range: CreditRange;
  readonly expected: string;
  readonly published: PublishedRange;
}

/** Retired credits that the registry has under another name. */
async function findOthers(
  db: Database,
  lot: UsedLot,
  published: readonly PublishedRange[],
): Promise<Other[]> {
  const named = published.filter(({ beneficiary }) => beneficiary !== '');
  if (named.length === 0) return [];
  const others: Other[] = [];
  let from = 0;
  for await (const batch of readAllocatedCredits(db, lot))
    for (const credits of batch) {
      while ((named[from]?.last ?? Infinity) < credits.first) from++;
      for (let at = from; at < named.length; at++) {
        const range = named[at] as PublishedRange;
        if (range.first > credits.last) break;
        if (range.last < credits.first || !credits.retirement) continue;
        if (!isExpected(range.beneficiary, expectedOf(credits)))
          addOther(others, {
            range: {
              first: Math.max(range.first, credits.first),
              last: Math.min(range.last, credits.last),
            },
            expected: beneficiariesOf(credits.holders),
            published: range,
          });
      }
    }
  return others;
}

/** Continues the one before where only the credits differ. */
function addOther(others: Other[], other: Other): void {
  const before = others.at(-1);
  const continues =
    before?.range.last === other.range.first - 1 &&
    before.published === other.published &&
    before.expected === other.expected;
  if (continues)
    others.splice(-1, 1, { ...other, range: { first: before.range.first, last: other.range.last } });
  else others.push(other);
}

function expectedOf({ holders, retirement }: AllocatedCredits): ExpectedNames {
  const recordedAt = retirement?.recordedAt ?? new Date(0);
  const known = holders.filter(({ allocatedAt }) => allocatedAt <= recordedAt);
  return {
    required: known.map(({ beneficiary }) => beneficiary),
    allowed: holders.map(({ beneficiary }) => beneficiary),
    told: retirement?.beneficiary ?? null,
  };
}
