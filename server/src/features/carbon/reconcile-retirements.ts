import type { Database } from '../../database/database.js';
import { shorten } from '../../platform/text/shorten.js';
import {
  findDuplicates,
  mergeRanges,
  namesIn,
  subtractRanges,
  type PublishedRange,
} from './compare-retirements.js';
import { findNameMismatches } from './find-name-mismatches.js';
import { chooseRegistry } from './choose-registry.js';
import type { CreditRange } from './credit-segments.js';
import { creditsInNoLot, locateCredits, wholeNumber, type LocatedCredits } from './locate-credits.js';
import type { PublishedRetirement } from './registry-export.js';
import {
  findRetirements,
  listBeneficiaries,
  listRetiredLots,
  listUsedLots,
  type UsedLot,
} from './retirement-store.js';
import { serialOf } from './serial-range.js';

/** A difference between what we recorded and what the registry publishes. */
export interface RetirementFinding {
  readonly kind: 'missing' | 'extra' | 'beneficiary' | 'twice' | 'ambiguous';
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
  /** Of these, how many name no beneficiary to be compared. */
  readonly unnamed: number;
  /** Others: a registry publishes everybody's. */
  readonly ignored: number;
}

/**
 * Compares what was recorded with a registry's export. Works on ranges, however many credits they have. `registry`: whose export it is,
 * which may be left out if all credits are in one.
 */
export async function reconcileRetirements(
  db: Database,
  published: readonly PublishedRetirement[],
  registry?: string,
): Promise<Reconciliation> {
  const isOfRegistry = chooseRegistry(await listUsedLots(db, false), registry);
  const located = await locateCredits(db, published);
  // Lots of other registries are compared as far as this one has credits of them.
  const lots = new Map((await listRetiredLots(db)).filter(isOfRegistry).map((lot) => [lot.id, lot]));
  const byLot = new Map<string, PublishedRange[]>();
  const unknown: PublishedRetirement[] = [];
  /** What is in no lot of lines that have credits of one. */
  const beyond: PublishedRetirement[] = [];
  const ambiguous: PublishedRetirement[] = [];
  located.forEach((one, index) => {
    const found = 'fault' in one ? one.found : one;
    const retirement = published[index] as PublishedRetirement;
    const { line, beneficiary } = retirement;
    if ('fault' in one && one.fault.reason.code === 'serial-ambiguous') ambiguous.push(retirement);
    else if (!found) unknown.push(retirement);
    if (found) beyond.push(...creditsInNoLot(found).map((range) => partOf(retirement, found, range)));
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
  for (const lot of lots.values()) {
    const found = await compareLot(db, lot, byLot.get(lot.id) ?? []);
    findings.push(...found.filter(({ kind }) => kind !== 'missing' || isOfRegistry(lot)));
  }
  const ours = new Set(await findOursAmong(db, [...unknown, ...beyond]));
  const ignored = unknown.filter((one) => !ours.has(one)).length;
  return {
    findings: [
      ...findings,
      ...[...ours].map((one) => lineFinding('extra', one)),
      ...ambiguous.map((one) => lineFinding('ambiguous', one)),
    ],
    compared: published.length - ignored,
    unnamed: countUnnamed(published) - countUnnamed(unknown),
    ignored,
  };
}

/** A line as if it had only these credits, which are in no lot: its serial is written as those of the lots. */
function partOf(
  line: PublishedRetirement,
  { lots }: LocatedCredits,
  { first, last }: CreditRange,
): PublishedRetirement {
  const [lot] = lots;
  return {
    ...line,
    serial: lot ? serialOf(lot, first, last) : line.serial,
    tonnes: String(last - first + 1),
  };
}

const countUnnamed = (retirements: readonly PublishedRetirement[]): number =>
  retirements.filter(({ beneficiary }) => beneficiary === '').length;

/** Retirements of credits that we never had, but for somebody whom we have retired credits for. */
async function findOursAmong(
  db: Database,
  others: readonly PublishedRetirement[],
): Promise<PublishedRetirement[]> {
  if (others.every(({ beneficiary }) => beneficiary === '')) return [];
  const names = new Set((await listBeneficiaries(db)).flatMap((name) => [...namesIn(name)]));
  return others.filter(({ beneficiary }) => [...namesIn(beneficiary)].some((name) => names.has(name)));
}

const lineFinding = (
  kind: 'extra' | 'ambiguous',
  { serial, tonnes, line }: PublishedRetirement,
): RetirementFinding => ({
  kind,
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
  const ours = mergeRanges(
    await findRetirements(db, [{ lotId: lot.id, first: lot.firstCredit, last: lot.lastCredit }]),
  );
  const theirs = mergeRanges(ranges);
  const findingOf = (
    kind: RetirementFinding['kind'],
    { first, last }: CreditRange,
    lines: readonly number[] = [],
  ): RetirementFinding => ({ kind, serial: serialOf(lot, first, last), tonnes: last - first + 1, lines });
  const linesWith = lineFinder(ranges);
  const others = await findNameMismatches(db, lot, ranges);
  return [
    ...subtractRanges(ours, theirs).map((range) => findingOf('missing', range)),
    ...subtractRanges(theirs, ours).map((range) => findingOf('extra', range, linesWith(range))),
    ...others.map(({ range, expected, published: { line, beneficiary } }) => ({
      ...findingOf('beneficiary', range, [line]),
      expected,
      published: beneficiary,
    })),
    ...findDuplicates(ranges).map(({ lines, ...range }) => findingOf('twice', range, lines)),
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
