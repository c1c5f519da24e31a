import { decimal, type Decimal } from '../../platform/decimals.js';

/** Amounts are counted in millionths of a tonne, exactly: sums of very many decimals would take too long. */
const unit = 1_000_000n;

export const toMillionths = (tonnes: Decimal): bigint => BigInt(decimal(tonnes).times(1_000_000).toFixed(0));
export const fromMillionths = (amount: bigint): Decimal => decimal(amount).div(1_000_000).toFixed();

/** What an offset has of a lot, in millionths of a tonne from the lot's first credit. */
export interface HeldSpan {
  readonly start: bigint;
  readonly end: bigint;
}

/** Credits of a lot that belong to the same holders, counted from the lot's first. */
export interface Segment<Holder> {
  readonly first: number;
  readonly last: number;
  readonly holders: readonly Holder[];
  /** How much of these credits is allocated. */
  readonly allocated: bigint;
}

/**
 * Takes the allocations of a lot in their order, and returns its credits without overlap: a range of whole credits of one
 * holder is a segment, and so is each credit that is shared or allocated in part.
 */
export class SegmentBuilder<Holder extends HeldSpan> {
  #open: { credit: bigint; holders: Holder[]; allocated: bigint } | undefined;

  add(holder: Holder): Segment<Holder>[] {
    const segments: Segment<Holder>[] = [];
    let at = holder.start;
    while (at < holder.end) {
      const credit = at / unit;
      const whole = at % unit === 0n ? (holder.end - at) / unit : 0n;
      if (whole > 0n) {
        segments.push(...this.finish(), {
          first: Number(credit),
          last: Number(credit + whole - 1n),
          holders: [holder],
          allocated: whole * unit,
        });
        at += whole * unit;
        continue;
      }
      if (this.#open?.credit !== credit) segments.push(...this.finish());
      const end = smaller(holder.end, (credit + 1n) * unit);
      const { holders, allocated } = (this.#open ??= { credit, holders: [], allocated: 0n });
      holders.push(holder);
      this.#open.allocated = allocated + end - at;
      if (this.#open.allocated >= unit) segments.push(...this.finish());
      at = end;
    }
    return segments;
  }

  /** The credit that was not complete, if any. */
  finish(): Segment<Holder>[] {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return [];
    const credit = Number(open.credit);
    return [{ first: credit, last: credit, holders: open.holders, allocated: open.allocated }];
  }
}

export interface CreditRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Cuts a range where retirements begin and end. `retirements` do not overlap, and are sorted. `from` is where to begin in them:
 * a caller with ascending ranges passes what it got.
 */
export function cutByRetirements<R extends CreditRange>(
  { first, last }: CreditRange,
  retirements: readonly R[],
  from = 0,
): { parts: (CreditRange & { retirement: R | undefined })[]; next: number } {
  const parts: (CreditRange & { retirement: R | undefined })[] = [];
  let at = first;
  let next = from;
  while (at <= last) {
    const retirement = retirements[next];
    if (!retirement || retirement.first > last) {
      parts.push({ first: at, last, retirement: undefined });
      break;
    }
    if (retirement.last < at) {
      next++;
      continue;
    }
    if (retirement.first > at) parts.push({ first: at, last: retirement.first - 1, retirement: undefined });
    const begin = Math.max(at, retirement.first);
    const end = Math.min(last, retirement.last);
    parts.push({ first: begin, last: end, retirement });
    at = end + 1;
  }
  return { parts, next };
}

/** How much of a span is in these credits. */
export function amountWithin({ start, end }: HeldSpan, { first, last }: CreditRange): bigint {
  const from = larger(start, BigInt(first) * unit);
  const until = smaller(end, (BigInt(last) + 1n) * unit);
  return until > from ? until - from : 0n;
}

/** The credits that a span touches. */
export const creditsOf = ({ start, end }: HeldSpan): CreditRange => ({
  first: Number(start / unit),
  last: Number((end - 1n) / unit),
});

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
