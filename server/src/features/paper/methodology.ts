import type { Decimal } from '../../platform/decimals.js';

/** The factors of one conversion. `id` is what quotes, orders and offsets keep, so that the past stays as it was. */
export interface Methodology {
  readonly id: string;
  /** Grams of one standard page. */
  readonly standardPageMass: Decimal;
  readonly pagesPerTree: Decimal;
  /** Tonnes of CO2e per tonne of paper. */
  readonly emissionFactor: Decimal;
  readonly pricePerPage: Decimal;
}
