import type { Big } from 'big.js';
import { decimal } from '../../platform/decimals.js';
import { apportion } from './apportion.js';
import { treeDecimals } from './conversion.js';

export interface PaperPart {
  readonly pages: Big;
  readonly trees: Big;
}

/**
 * Pages and trees each add up to the whole. A part without a page gets no trees, and a part with a page always gets
 * some.
 */
export function splitPaper(whole: PaperPart, weights: readonly Big[]): PaperPart[] {
  const pages = apportion(whole.pages, weights, 0);
  const planted = weights.map((weight, index) => (pages[index]?.gt(0) ? weight : decimal(0)));
  const trees = withoutZeros(apportion(whole.trees, planted, treeDecimals), planted);
  return weights.map((_, index) => ({
    pages: pages[index] ?? decimal(0),
    trees: trees[index] ?? decimal(0),
  }));
}

const minTrees = decimal(10).pow(-treeDecimals);

/**
 * A small weight may round up to one page but down to zero trees, and an offset must have trees. Such a part gets the
 * smallest unit, taken from the largest part. There is always enough: no methodology has more pages per tree than a
 * tree has units.
 */
function withoutZeros(trees: readonly Big[], planted: readonly Big[]): Big[] {
  const parts = [...trees];
  planted.forEach((weight, index) => {
    if (weight.eq(0) || parts[index]?.gt(0)) return;
    const richest = parts.reduce((most, part, at) => (part.gt(parts[most] ?? 0) ? at : most), 0);
    if (!parts[richest]?.gt(minTrees)) return;
    parts[richest] = parts[richest].minus(minTrees);
    parts[index] = minTrees;
  });
  return parts;
}
