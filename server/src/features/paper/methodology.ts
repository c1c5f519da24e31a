import type { Decimal } from '../../platform/decimals.js';

/** The factors of a conversion. Quotes, orders and offsets store the `id`, so that past results do not change. */
export interface Methodology {
  readonly id: string;
  /** In grams. */
  readonly standardPageMass: Decimal;
  readonly pagesPerTree: Decimal;
  /** Tonnes of CO2e per tonne of paper. */
  readonly emissionFactor: Decimal;
  readonly pricePerPage: Decimal;
}
