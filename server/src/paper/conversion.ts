import type { Big } from 'big.js';
import { decimal, divide, roundHalfUp, type Decimal } from '../platform/decimals.js';
import type { Methodology } from './methodology.js';

export const treeDecimals = 6;
export const tonneDecimals = 6;
export const moneyDecimals = 2;

const gramsPerTonne = 1_000_000;

export const standardPagesOfMass = (mass: Big, { standardPageMass }: Methodology): number =>
  divide(mass, decimal(standardPageMass), 0).toNumber();

/** From the mass itself, not from rounded pages. */
export const treesOfMass = (mass: Big, { standardPageMass, pagesPerTree }: Methodology): Big =>
  divide(mass, decimal(standardPageMass).times(pagesPerTree), treeDecimals);

export const treesOfPages = (pages: number, { pagesPerTree }: Methodology): Big =>
  divide(decimal(pages), decimal(pagesPerTree), treeDecimals);

export const pagesOfTrees = (trees: Big, { pagesPerTree }: Methodology): number =>
  roundHalfUp(trees.times(pagesPerTree), 0).toNumber();

export const tonnesOfMass = (mass: Big, { emissionFactor }: Methodology): Big =>
  divide(mass.times(emissionFactor), decimal(gramsPerTonne), tonneDecimals);

/** Exact; rounded only where it is reported. */
export const priceOfPages = (pages: number, rate: Decimal): Big => decimal(pages).times(rate);

/** A price as people see it. */
export const reportedPrice = (price: Big): Big => roundHalfUp(price, moneyDecimals);
