import type { Database } from '../../database/database.js';
import type { InvalidLine } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';
import { couldBeRetiredFor } from './compare-retirements.js';
import { beneficiariesOf, readAllocatedCredits, type AllocatedCredits } from './list-retirements.js';
import type { NewRetirement, UsedLot } from './retirement-store.js';
import { serialOf } from './serial-range.js';

type WantedRetirement = NewRetirement & { readonly line: number; readonly lot: UsedLot };

/**
 * Lines whose beneficiary does not have the credits: certificates name who has them, so a registry that names somebody else has to be
 * corrected. One fault per line. No credit may be wanted twice.
 */
export async function findBeneficiaryMismatches(
  db: Database,
  wanted: readonly WantedRetirement[],
): Promise<InvalidLine[]> {
  const byLot = new Map<string, WantedRetirement[]>();
  for (const one of wanted) {
    if (one.beneficiary === null) continue;
    const known = byLot.get(one.lotId);
    if (known) known.push(one);
    else byLot.set(one.lotId, [one]);
  }
  const faults = new Map<number, InvalidLine>();
  for (const ofLot of byLot.values())
    for (const fault of await findInLot(db, ofLot))
      if (!faults.has(fault.line)) faults.set(fault.line, fault);
  return [...faults.values()];
}

async function findInLot(db: Database, wanted: readonly WantedRetirement[]): Promise<InvalidLine[]> {
  const sorted = wanted.toSorted((a, b) => a.first - b.first);
  const [lot, end] = [sorted[0]?.lot, sorted.at(-1)?.last ?? 0];
  if (!lot) return [];
  const faults: InvalidLine[] = [];
  let from = 0;
  for await (const batch of readAllocatedCredits(db, lot))
    for (const credits of batch) {
      if (credits.first > end) return faults;
      while ((sorted[from]?.last ?? Infinity) < credits.first) from++;
      for (let at = from; at < sorted.length; at++) {
        const one = sorted[at] as WantedRetirement;
        if (one.first > credits.last) break;
        if (!couldBeRetiredFor(one.beneficiary ?? '', credits.holders)) faults.push(faultOf(one, credits));
      }
    }
  return faults;
}

function faultOf(
  { line, lot, first, last, beneficiary }: WantedRetirement,
  credits: AllocatedCredits,
): InvalidLine {
  const serial = serialOf(lot, Math.max(first, credits.first), Math.min(last, credits.last));
  const holders = shorten(beneficiariesOf(credits.holders));
  return {
    line,
    what: `${serial} is for ${holders}, not for ${shorten(beneficiary ?? '')}`,
    reason: {
      code: 'credits-of-others',
      field: 'beneficiary',
      params: { serial: shorten(serial), beneficiary: holders },
    },
  };
}
