import type Big from 'big.js';
import { ceil, decimal, floor, type Decimal } from '../../platform/decimals.js';
import { serialOf } from './serial-range.js';

export interface AllottedLot {
  readonly id: string;
  readonly serial: string;
  readonly firstCredit: number;
  readonly tonnes: number;
  /** YYYY-MM-DD */
  readonly vintageStart: string;
  readonly vintageEnd: string;
}

/** A part of a lot, counted in tonnes from its first credit. */
export interface Part {
  readonly lot: AllottedLot;
  readonly startsAt: Big;
  readonly tonnes: Big;
}

export interface OpenLot {
  readonly lot: AllottedLot;
  readonly used: Decimal;
}

export interface WaitingOffset {
  readonly accountId: string;
  readonly id: string;
  readonly mtco2e: Decimal;
  /** What it was allotted before. */
  readonly held: readonly Part[];
}

export interface Allotment {
  readonly offset: WaitingOffset;
  readonly taken: readonly Part[];
  /** Held and taken, in the order in which it came. */
  readonly parts: readonly Part[];
  readonly lacking: Big;
}

/**
 * Serves the offsets in their order from the lots in theirs. Each lot is used from its first credit on, and where one
 * part ends the next begins, so that a credit serves several offsets up to exactly its tonne.
 */
export function allocateCredits(offsets: readonly WaitingOffset[], lots: readonly OpenLot[]): Allotment[] {
  const stock = lots.map(({ lot, used }) => ({ lot, used: decimal(used) }));
  const allotments: Allotment[] = [];
  for (const offset of offsets) {
    const taken: Part[] = [];
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
    // Holds more than it needs, which the books report; it must not keep others waiting.
    if (lacking.lt(0)) continue;
    allotments.push({ offset, taken, parts: [...offset.held, ...taken], lacking });
  }
  return allotments;
}

/** The serial of every credit that the part touches, as one range. */
export function serialOfPart({ lot, startsAt, tonnes }: Part): string {
  const first = floor(startsAt).toNumber();
  const end = ceil(startsAt.plus(tonnes)).toNumber();
  return serialOf(lot, lot.firstCredit + first, lot.firstCredit + end - 1);
}

const sum = (parts: readonly Part[]): Big =>
  parts.reduce((total, { tonnes }) => total.plus(tonnes), decimal(0));
