import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import type { Decimal } from '../../platform/decimals.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import {
  amountWithin,
  creditsOf,
  cutByRetirements,
  fromMillionths,
  toMillionths,
  type CreditRange,
  type HeldSpan,
} from './credit-segments.js';
import { listOffsetCredits, type OffsetLot } from './offset-credit-store.js';
import { findRetirementsByLot, type Retirement } from './retirement-store.js';
import { serialOf } from './serial-range.js';

/** Credits of an offset that are retired together, or not yet. */
export interface OffsetRetirement {
  readonly lot: OffsetLot;
  /** All credits that it touches: the offset may share the first and the last. */
  readonly serial: string;
  readonly tonnes: Decimal;
  readonly beneficiary: string;
  readonly status: 'allocated' | 'retired';
  readonly retiredOn: string | null;
  /** Of the retirement, or else of the lot. */
  readonly registryUrl: string | null;
}

const partsAtOnce = 500;

/** The credits of an offset in the order of its serial numbers. Their tonnes add up to what is allocated to it. */
export async function listOffsetRetirements(
  db: Database,
  account: AccountId,
  offsetId: string,
): Promise<OffsetRetirement[]> {
  const held = (await listOffsetCredits(db, account, offsetId)).map(
    ({ startsAt, allocated, beneficiary, ...lot }) => {
      const start = toMillionths(startsAt);
      const span = { start, end: start + toMillionths(allocated) };
      return { lot, span, beneficiary, credits: shifted(creditsOf(span), lot.firstCredit) };
    },
  );
  const wanted = held.map(({ lot, credits }) => ({ lotId: lot.id, ...credits }));
  const byLot = await findRetirementsByLot(db, wanted);
  const parts = held.flatMap(({ credits, ...ofLot }) =>
    merged(cutByRetirements(credits, byLot.get(ofLot.lot.id) ?? []).parts).map((part) => ({
      ...ofLot,
      part,
    })),
  );
  // Anyone may ask for those of a public certificate, and an offset may have thousands.
  return mapInBatches(parts, partsAtOnce, retirementOf);
}

interface HeldPart {
  readonly lot: OffsetLot;
  readonly span: HeldSpan;
  readonly beneficiary: string;
  readonly part: Part;
}

const retirementOf = ({
  lot,
  span,
  beneficiary,
  part: { first, last, retirement },
}: HeldPart): OffsetRetirement => ({
  lot,
  serial: serialOf(lot, first, last),
  tonnes: fromMillionths(amountWithin(span, shifted({ first, last }, -lot.firstCredit))),
  beneficiary,
  status: retirement ? 'retired' : 'allocated',
  retiredOn: retirement?.retiredOn ?? null,
  registryUrl: retirement?.registryUrl ?? lot.registryUrl,
});

const shifted = ({ first, last }: CreditRange, by: number): CreditRange => ({
  first: first + by,
  last: last + by,
});

type Part = CreditRange & { readonly retirement: Retirement | undefined };

/** Joins what was recorded apart and is the same to a reader. */
function merged(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && isAlike(before.retirement, part.retirement))
      joined.splice(-1, 1, { ...before, last: part.last });
    else joined.push(part);
  }
  return joined;
}

const isAlike = (a: Retirement | undefined, b: Retirement | undefined): boolean =>
  a?.retiredOn === b?.retiredOn && a?.registryUrl === b?.registryUrl;
