import type { Database } from '../../database/database.js';
import type { Claims } from '../../platform/config/claims-setting.js';
import type { Decimal } from '../../platform/decimals.js';
import type { NamedHolder } from './compare-retirements.js';
import {
  cutByRetirements,
  fromMillionths,
  SegmentBuilder,
  toMillionths,
  type HeldSpan,
  type Segment,
} from './credit-segments.js';
import {
  findRetirements,
  listUsedLots,
  readLotAllocations,
  type LotAllocation,
  type Retirement,
  type UsedLot,
} from './retirement-store.js';
import { serialOf } from './serial-range.js';

export interface Holder extends HeldSpan, NamedHolder {
  readonly offsetId: string;
}

/** Whole credits of a lot that were allocated alike, and that are retired together or not at all. */
export interface AllocatedCredits {
  readonly lot: UsedLot;
  /** Numbers of the registry. */
  readonly first: number;
  readonly last: number;
  readonly holders: readonly Holder[];
  readonly allocated: bigint;
  readonly retirement: Retirement | undefined;
}

/** The allocated credits of a lot in their order. No credit is in two rows. */
export async function* readAllocatedCredits(
  db: Database,
  lot: UsedLot,
): AsyncGenerator<readonly AllocatedCredits[]> {
  const builder = new SegmentBuilder<Holder>();
  for await (const batch of readLotAllocations(db, lot))
    yield await withRetirements(
      db,
      lot,
      batch.map(holderOf).flatMap((holder) => builder.add(holder)),
    );
  yield await withRetirements(db, lot, builder.finish());
}

const holderOf = ({ startsAt, tonnes, ...holder }: LotAllocation): Holder => {
  const start = toMillionths(startsAt);
  return { start, end: start + toMillionths(tonnes), ...holder };
};

async function withRetirements(
  db: Database,
  lot: UsedLot,
  segments: readonly Segment<Holder>[],
): Promise<AllocatedCredits[]> {
  const [begin, end] = [segments[0], segments.at(-1)];
  if (!begin || !end) return [];
  const numbers = (range: { first: number; last: number }) => ({
    first: lot.firstCredit + range.first,
    last: lot.firstCredit + range.last,
  });
  const span = numbers({ first: begin.first, last: end.last });
  const retirements = await findRetirements(db, [{ lotId: lot.id, ...span }]);
  let at = 0;
  return segments.flatMap((segment) => {
    const range = numbers(segment);
    const { parts, next } = cutByRetirements(range, retirements, at);
    at = next;
    const size = BigInt(range.last - range.first + 1);
    return parts.map((part) => ({
      ...part,
      lot,
      holders: segment.holders,
      // Only segments of whole credits are cut.
      allocated: (segment.allocated / size) * BigInt(part.last - part.first + 1),
    }));
  });
}

/** A row of the worklist for the registry. */
export interface RetirementRow {
  readonly serial: string;
  /** Whole credits, which is what a registry retires. */
  readonly tonnes: number;
  readonly allocatedTonnes: Decimal;
  readonly beneficiary: string;
  readonly reason: string;
  readonly project: string;
  readonly registry: string;
  readonly status: 'allocated' | 'retired';
  readonly retiredOn: string | null;
  readonly registryUrl: string | null;
}

export interface WantedRetirements {
  /** What registries may be told: that of the installation. */
  readonly claims: Claims;
  /** Only what is not retired. */
  readonly isPending: boolean;
  /** Without credits that were first allocated at this time or later. */
  readonly allocatedBefore?: Date | undefined;
}

/** What is allocated and has to be retired, or is; in the order of lots and credits. */
export async function* readRetirementRows(
  db: Database,
  wanted: WantedRetirements,
): AsyncGenerator<readonly RetirementRow[]> {
  for (const lot of await listUsedLots(db, wanted.isPending))
    for await (const credits of readAllocatedCredits(db, lot)) {
      const rows = credits.filter((one) => isWanted(one, wanted)).map((one) => rowOf(one, wanted.claims));
      if (rows.length > 0) yield rows;
    }
}

const isWanted = (
  { retirement, holders }: AllocatedCredits,
  { isPending, allocatedBefore }: WantedRetirements,
): boolean =>
  !(isPending && retirement) &&
  (!allocatedBefore || holders.some(({ allocatedAt }) => allocatedAt < allocatedBefore));

function rowOf(
  { lot, first, last, holders, allocated, retirement }: AllocatedCredits,
  claims: Claims,
): RetirementRow {
  return {
    serial: serialOf(lot, first, last),
    tonnes: last - first + 1,
    allocatedTonnes: fromMillionths(allocated),
    beneficiary: beneficiariesOf(holders),
    reason: reasonOf(lot, holders, claims),
    project: lot.projectName,
    registry: lot.registry,
    status: retirement ? 'retired' : 'allocated',
    retiredOn: retirement?.retiredOn ?? null,
    registryUrl: retirement?.registryUrl ?? null,
  };
}

/** Everybody reads it in the registry, so it says what was funded. The ids are those of offsets and of their public certificates. */
function reasonOf({ projectName }: UsedLot, holders: readonly Holder[], claims: Claims): string {
  const ids = holders.map(({ offsetId }) => offsetId).join(', ');
  const ending = holders.length === 1 ? '' : 's';
  return claims === 'classic'
    ? `Carbon offset${ending} ${ids}`
    : `Funding of ${projectName}: carbon certificate${ending} ${ids}`;
}

export const beneficiarySeparator = '; ';

/** Each name once. */
export const beneficiariesOf = (holders: readonly Holder[]): string =>
  [...new Set(holders.map(({ beneficiary }) => beneficiary))].join(beneficiarySeparator);
