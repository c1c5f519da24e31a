import type { Factors } from './methodology-store.js';

export interface FactorBounds {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** A value out of bounds is treated as a typing error, such as a page in inches or a price in cents. */
export const factorBounds = {
  standardWidth: { min: 0.01, max: 2, decimals: 6 },
  standardLength: { min: 0.01, max: 2, decimals: 6 },
  standardGsm: { min: 1, max: 1_000, decimals: 0 },
  pagesPerTree: { min: 1, max: 1_000_000, decimals: 6 },
  emissionFactor: { min: 0, max: 100, decimals: 6 },
  pricePerPage: { min: 0, max: 100, decimals: 10 },
} as const satisfies Readonly<Record<keyof Factors, FactorBounds>>;
