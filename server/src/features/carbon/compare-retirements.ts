import type { CreditRange } from './credit-segments.js';

/** A range of the registry's export, within one lot. */
export interface PublishedRange extends CreditRange {
  readonly line: number;
  readonly beneficiary: string;
}

/** Ranges that are in one list and not in the other. Both are sorted, and have no overlaps. */
export function without(ranges: readonly CreditRange[], others: readonly CreditRange[]): CreditRange[] {
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
export function joined(ranges: readonly CreditRange[]): CreditRange[] {
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
export function findTwice(
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

/** Who credits were retired for: as we know it, and who may be named besides. */
export interface ExpectedNames {
  /** The holders at the time when the retirement was recorded. */
  readonly required: readonly string[];
  /** All holders. Who got the rest of a credit later was not known to the registry. */
  readonly allowed: readonly string[];
  /** As it was told to the registry, if that is known. */
  readonly told: string | null;
}

/** Whether the registry names whom we expect. Case, spaces and order do not matter. */
export function isExpected(published: string, { required, allowed, told }: ExpectedNames): boolean {
  const given = namesIn(published);
  if (told !== null && isSubset(given, namesIn(told)) && isSubset(namesIn(told), given)) return true;
  return isSubset(namesIn(required.join(';')), given) && isSubset(given, namesIn(allowed.join(';')));
}

const isSubset = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((name) => all.has(name));

/** Those that a registry names, to be compared. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(';')
      .map(plainName)
      .filter((name) => name !== ''),
  );

/** Our CSV has an apostrophe before what could be a formula. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/u, '')
    .toLowerCase();
