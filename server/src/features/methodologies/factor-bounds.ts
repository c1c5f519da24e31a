import type { Factors } from './methodology-store.js';

export interface FactorBounds {
  readonly least: number;
  readonly most: number;
  readonly decimals: number;
}

/** A value out of bounds is treated as a typing error, such as a page in inches or a price in cents. */
export const factorBounds = {
  standardWidth: { least: 0.01, most: 2, decimals: 6 },
  standardLength: { least: 0.01, most: 2, decimals: 6 },
  standardGsm: { least: 1, most: 1_000, decimals: 0 },
  pagesPerTree: { least: 1, most: 1_000_000, decimals: 6 },
  emissionFactor: { least: 0, most: 100, decimals: 6 },
  pricePerPage: { least: 0, most: 100, decimals: 10 },
} as const satisfies Readonly<Record<keyof Factors, FactorBounds>>;
