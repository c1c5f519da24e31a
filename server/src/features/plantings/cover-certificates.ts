import type Big from 'big.js';
import { decimal, type Decimal } from '../../platform/decimals.js';

export interface FreePlanting {
  readonly id: string;
  /** Trees that live and cover nothing yet. */
  readonly free: Decimal;
}

export interface CertificateToCover {
  readonly accountId: string;
  readonly id: string;
  /** Trees that no planting covers yet. */
  readonly pending: Decimal;
}

/** Trees of a planting that stand for trees of a certificate. */
export interface Covering {
  readonly accountId: string;
  readonly certificateId: string;
  readonly plantingId: string;
  readonly trees: Decimal;
}

export interface CoverResult {
  readonly coverings: readonly Covering[];
  /** How many of the certificates, from the first on, are covered completely. */
  readonly complete: number;
}

/** Covers the certificates in the given order by the plantings in the given order, until either are used up. */
export function coverCertificates(
  certificates: readonly CertificateToCover[],
  plantings: readonly FreePlanting[],
): CoverResult {
  const stock = plantings.map(({ id, free }) => ({ id, free: decimal(free) }));
  const coverings: Covering[] = [];
  let next = 0;
  for (const [complete, { accountId, id, pending }] of certificates.entries()) {
    let lacking = decimal(pending);
    while (lacking.gt(0)) {
      const planting = stock[next];
      if (!planting) return { coverings, complete };
      const trees = smaller(lacking, planting.free);
      if (trees.gt(0))
        coverings.push({ accountId, certificateId: id, plantingId: planting.id, trees: trees.toFixed() });
      planting.free = planting.free.minus(trees);
      lacking = lacking.minus(trees);
      if (planting.free.lte(0)) next++;
    }
  }
  return { coverings, complete: certificates.length };
}

export interface Release {
  readonly covering: Covering;
  readonly released: Decimal;
  /** Nothing is left of the covering. */
  readonly isGone: boolean;
}

/** Takes back as many trees as are too many, from the coverings in the given order; the last one may keep a part. */
export function releaseTrees(coverings: readonly Covering[], tooMany: Decimal): Release[] {
  const releases: Release[] = [];
  let left = decimal(tooMany);
  for (const covering of coverings) {
    if (left.lte(0)) break;
    const released = smaller(left, decimal(covering.trees));
    releases.push({ covering, released: released.toFixed(), isGone: released.eq(covering.trees) });
    left = left.minus(released);
  }
  return releases;
}

const smaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);
