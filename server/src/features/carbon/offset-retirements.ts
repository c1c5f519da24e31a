import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { AllocatedLot } from './allocate-credits.js';
import type { Answer } from './carbon-lot-store.js';
import {
  amountWithin,
  creditsOf,
  cutByRetirements,
  fromMillionths,
  toMillionths,
  type CreditRange,
} from './credit-segments.js';
import { allocatedTo, findRetirementsByLot, type Retirement } from './retirement-store.js';
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

/** A lot with what its registry says about it. */
export interface OffsetLot extends AllocatedLot {
  readonly type: 'removal' | 'avoidance' | null;
  readonly standard: string | null;
  readonly registry: string;
  readonly country: string | null;
  readonly ccp: Answer | null;
  readonly correspondingAdjustment: Answer | null;
  readonly registryUrl: string | null;
  /** Of the allocation in the transparency log. Null: it is being entered. */
  readonly logIndex: number | null;
}

const select = statement<OffsetLot & { startsAt: Decimal; allocated: Decimal; beneficiary: string }>(`
  select starts_at, carbon_allocations.tonnes as allocated, carbon_lots.id, serial, first_credit, carbon_lots.tonnes,
    vintage_start, vintage_end, carbon_lots.type, standard, coalesce(carbon_lots.registry, registry_name) as registry, country,
    ccp, corresponding_adjustment, registry_url, carbon_allocations.log_index,
    ${allocatedTo} as beneficiary
  from carbon_allocations join accounts on accounts.id = account_id join carbon_lots on carbon_lots.id = lot_id join carbon_projects on carbon_projects.id = project_id
  where account_id = $1 and offset_id = $2
  order by carbon_allocations.created_at, vintage_start, vintage_end, carbon_lots.created_at, carbon_lots.id`);

/** The credits of an offset in the order of its serial numbers. Their tonnes add up to what is allocated to it. */
export async function listOffsetRetirements(
  db: Database,
  account: AccountId,
  offsetId: string,
): Promise<OffsetRetirement[]> {
  const held = (await db.rows(select, [account, offsetId])).map(
    ({ startsAt, allocated, beneficiary, ...lot }) => {
      const start = toMillionths(startsAt);
      const span = { start, end: start + toMillionths(allocated) };
      return { lot, span, beneficiary, credits: shifted(creditsOf(span), lot.firstCredit) };
    },
  );
  const wanted = held.map(({ lot, credits }) => ({ lotId: lot.id, ...credits }));
  const byLot = await findRetirementsByLot(db, wanted);
  return held.flatMap(({ lot, span, beneficiary, credits }) =>
    merged(cutByRetirements(credits, byLot.get(lot.id) ?? []).parts).map(({ first, last, retirement }) => ({
      lot,
      serial: serialOf(lot, first, last),
      tonnes: fromMillionths(amountWithin(span, shifted({ first, last }, -lot.firstCredit))),
      beneficiary,
      status: retirement ? ('retired' as const) : ('allocated' as const),
      retiredOn: retirement?.retiredOn ?? null,
      registryUrl: retirement?.registryUrl ?? lot.registryUrl,
    })),
  );
}

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
