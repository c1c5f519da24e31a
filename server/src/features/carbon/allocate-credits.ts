import type Big from 'big.js';
import { ceil, decimal, floor, type Decimal } from '../../platform/decimals.js';
import { serialOf } from './serial-range.js';

export interface AllocatedLot {
  readonly id: string;
  readonly serial: string;
  readonly firstCredit: number;
  readonly tonnes: number;
  /** YYYY-MM-DD */
  readonly vintageStart: string;
  readonly vintageEnd: string;
}

/** A part of a lot. `startsAt` counts the tonnes from the lot's first credit. */
export interface LotPart {
  readonly lot: AllocatedLot;
  readonly startsAt: Big;
  readonly tonnes: Big;
}

export interface OpenLot {
  readonly lot: AllocatedLot;
  readonly used: Decimal;
}

export interface WaitingOffset {
  readonly accountId: string;
  readonly id: string;
  readonly mtco2e: Decimal;
  /** The account's name. */
  readonly beneficiary: string;
  /** Allocated to it earlier. */
  readonly held: readonly LotPart[];
}

export interface CreditAllocation {
  readonly offset: WaitingOffset;
  readonly taken: readonly LotPart[];
  /** `held` and `taken`, in the order in which they were allocated. */
  readonly parts: readonly LotPart[];
  readonly lacking: Big;
}

/**
 * Allocates credits to the offsets in the given order, from the lots in the given order. Each lot is used from its first credit
 * on, and each part begins where the previous one ends, so several offsets can share a credit up to exactly one tonne.
 */
export function allocateCredits(
  offsets: readonly WaitingOffset[],
  lots: readonly OpenLot[],
): CreditAllocation[] {
  const stock = lots.map(({ lot, used }) => ({ lot, used: decimal(used) }));
  const allocations: CreditAllocation[] = [];
  for (const offset of offsets) {
    const taken: LotPart[] = [];
    let lacking = decimal(offset.mtco2e).minus(sum(offset.held));
    while (lacking.gt(0)) {
      const [open] = stock;
      if (!open) break;
      const left = decimal(open.lot.tonnes).minus(open.used);
      const tonnes = left.lt(lacking) ? left : lacking;
      taken.push({ lot: open.lot, startsAt: open.used, tonnes });
      open.used = open.used.plus(tonnes);
      lacking = lacking.minus(tonnes);
      if (open.used.eq(open.lot.tonnes)) stock.shift();
    }
    if (lacking.gt(0) && taken.length === 0) break;
    // It holds more than it needs, which `doctor --ledger` reports. It must not block other offsets.
    if (lacking.lt(0)) continue;
    allocations.push({ offset, taken, parts: [...offset.held, ...taken], lacking });
  }
  return allocations;
}

/** The serial of all credits that the part touches, as one range. */
export function serialOfPart({ lot, startsAt, tonnes }: LotPart): string {
  const first = floor(startsAt).toNumber();
  const end = ceil(startsAt.plus(tonnes)).toNumber();
  return serialOf(lot, lot.firstCredit + first, lot.firstCredit + end - 1);
}

const sum = (parts: readonly LotPart[]): Big =>
  parts.reduce((total, { tonnes }) => total.plus(tonnes), decimal(0));
