import type { Database } from '../../database/database.js';
import { isoDay } from '../../platform/time/months.js';
import {
  couldBeRetiredFor,
  isExpected,
  type ExpectedNames,
  type PublishedRange,
} from './compare-retirements.js';
import type { CreditRange } from './credit-segments.js';
import { beneficiariesOf, readAllocatedCredits, type AllocatedCredits } from './list-retirements.js';
import type { UsedLot } from './retirement-store.js';

export interface NameMismatch {
  readonly range: CreditRange;
  readonly expected: string;
  readonly published: PublishedRange;
}

/** Retired credits that the registry has under another name. */
export async function findNameMismatches(
  db: Database,
  lot: UsedLot,
  published: readonly PublishedRange[],
): Promise<NameMismatch[]> {
  const named = published.filter(({ beneficiary }) => beneficiary !== '');
  if (named.length === 0) return [];
  const others: NameMismatch[] = [];
  let from = 0;
  for await (const batch of readAllocatedCredits(db, lot))
    for (const credits of batch) {
      while ((named[from]?.last ?? Infinity) < credits.first) from++;
      for (let at = from; at < named.length; at++) {
        const range = named[at] as PublishedRange;
        if (range.first > credits.last) break;
        if (range.last < credits.first || !credits.retirement) continue;
        if (!isExpected(range.beneficiary, expectedOf(credits)))
          addOtherName(others, {
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
function addOtherName(others: NameMismatch[], other: NameMismatch): void {
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
  const { recordedAt = new Date(0), retiredOn = '' } = retirement ?? {};
  const firstAt = holders[0]?.allocatedAt.getTime();
  // It may be recorded long after it was retired. Of those who came on that day, nobody can tell whether they came too late.
  const known = holders.filter(
    ({ allocatedAt }) =>
      allocatedAt <= recordedAt && (allocatedAt.getTime() === firstAt || isoDay(allocatedAt) < retiredOn),
  );
  const told = retirement?.beneficiary ?? null;
  return {
    required: known.map(({ beneficiary }) => beneficiary),
    allowed: holders.map(({ beneficiary }) => beneficiary),
    // Earlier versions recorded any name.
    reported: told !== null && couldBeRetiredFor(told, holders) ? told : null,
  };
}
