import type { Big } from 'big.js';
import { decimal, divide, roundHalfUp, type Decimal, type Whole } from '../../platform/decimals.js';
import type { Methodology } from './methodology.js';

export const treeDecimals = 6;
export const tonneDecimals = 6;
export const moneyDecimals = 2;

const gramsPerTonne = 1_000_000;

export const standardPagesOfMass = (mass: Big, { standardPageMass }: Methodology): Big =>
  divide(mass, decimal(standardPageMass), 0);

/** Calculated from the mass, not from rounded pages. */
export const treesOfMass = (mass: Big, { standardPageMass, pagesPerTree }: Methodology): Big =>
  divide(mass, decimal(standardPageMass).times(pagesPerTree), treeDecimals);

export const treesOfPages = (pages: Whole, { pagesPerTree }: Methodology): Big =>
  divide(decimal(pages), decimal(pagesPerTree), treeDecimals);

export const pagesOfTrees = (trees: Big, { pagesPerTree }: Methodology): Big =>
  roundHalfUp(trees.times(pagesPerTree), 0);

export const tonnesOfMass = (mass: Big, { emissionFactor }: Methodology): Big =>
  divide(mass.times(emissionFactor), decimal(gramsPerTonne), tonneDecimals);

/** Exact; rounded only when reported. */
export const priceOfPages = (pages: Whole | Big, rate: Decimal): Big => decimal(pages).times(rate);

/** The price as displayed. */
export const reportedPrice = (price: Big): Big => roundHalfUp(price, moneyDecimals);
