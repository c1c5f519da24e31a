import { withoutAddedApostrophes } from '../../platform/text/csv-row.js';
import type { CreditRange } from './credit-segments.js';

/** A range of the registry's export, within one lot. */
export interface PublishedRange extends CreditRange {
  readonly line: number;
  readonly beneficiary: string;
}

/** Ranges that are in one list and not in the other. Both are sorted, and have no overlaps. */
export function subtractRanges(
  ranges: readonly CreditRange[],
  others: readonly CreditRange[],
): CreditRange[] {
  const left: CreditRange[] = [];
  let next = 0;
  for (const { first, last } of ranges) {
    let at = first;
    while (at <= last) {
      const other = others[next];
      if (!other || other.first > last) {
        left.push({ first: at, last });
        break;
      }
      if (other.last < at) next++;
      else {
        if (other.first > at) left.push({ first: at, last: other.first - 1 });
        at = other.last + 1;
      }
    }
  }
  return left;
}

/** Joins sorted ranges that touch or overlap. */
export function mergeRanges(ranges: readonly CreditRange[]): CreditRange[] {
  const result: CreditRange[] = [];
  for (const { first, last } of ranges) {
    const before = result.at(-1);
    if (before && first <= before.last + 1)
      result.splice(-1, 1, { first: before.first, last: Math.max(before.last, last) });
    else result.push({ first, last });
  }
  return result;
}

/** Credits that are in several ranges, each with the lines that have it. `ranges` are sorted by their first credit. */
export function findDuplicates(
  ranges: readonly PublishedRange[],
): (CreditRange & { readonly lines: readonly [number, number] })[] {
  const twice: (CreditRange & { readonly lines: readonly [number, number] })[] = [];
  let reached: PublishedRange | undefined;
  /** Credits up to this one are named already. */
  let named = -1;
  for (const range of ranges) {
    if (reached && range.first <= reached.last) {
      const first = Math.max(range.first, named + 1);
      const last = Math.min(range.last, reached.last);
      if (first <= last) {
        twice.push({ first, last, lines: [reached.line, range.line] });
        named = last;
      }
    }
    if (!reached || range.last > reached.last) reached = range;
  }
  return twice;
}

/** Somebody who has credits, or a part of one. */
export interface NamedHolder {
  readonly beneficiary: string;
  /** Whether it is the name at the time of the allocation, which an earlier version did not keep, and not the present one. */
  readonly isNameKept: boolean;
  readonly allocatedAt: Date;
}

/**
 * Whether credits may have been retired for these names: for exactly those who had them at some time. Who got the rest of a credit
 * later could not be named yet. A holder whose name was not kept may have had any. Holders are in the order of their allocation.
 */
export function couldBeRetiredFor(names: string, holders: readonly NamedHolder[]): boolean {
  const given = namesIn(names);
  const kept = new Set<string>();
  let takesOthers = false;
  for (const [index, { beneficiary, isNameKept, allocatedAt }] of holders.entries()) {
    if (isNameKept) for (const name of namesIn(beneficiary)) kept.add(name);
    else takesOthers = true;
    // Those who were given their parts together were known together.
    if (holders[index + 1]?.allocatedAt.getTime() === allocatedAt.getTime()) continue;
    if (!isSubset(kept, given)) return false;
    if (takesOthers || kept.size === given.size) return true;
  }
  return false;
}

/** Who credits were retired for: as we know it, and who may be named besides. */
export interface ExpectedNames {
  /** Those who certainly had them when they were retired. */
  readonly required: readonly string[];
  /** All holders. Who got the rest of a credit later was not known to the registry. */
  readonly allowed: readonly string[];
  /** As it was told to the registry, if that is known and could be right. */
  readonly reported: string | null;
}

/** Whether the registry names whom we expect. Case, spaces and order do not matter. */
export function isExpected(published: string, { required, allowed, reported }: ExpectedNames): boolean {
  const given = namesIn(published);
  if (reported !== null && isSubset(given, namesIn(reported)) && isSubset(namesIn(reported), given))
    return true;
  return isSubset(namesIn(required.join(';')), given) && isSubset(given, namesIn(allowed.join(';')));
}

const isSubset = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((name) => all.has(name));

/** Those that a registry names, to be compared. Our worklist is such a list, too, in which some have apostrophes. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    withoutAddedApostrophes(text)
      .split(';')
      .map(plainName)
      .filter((name) => name !== ''),
  );

const plainName = (name: string): string =>
  name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
