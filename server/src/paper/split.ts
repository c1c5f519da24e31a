import type { Big } from 'big.js';
import { decimal } from '../platform/decimals.js';
import { apportion } from './apportion.js';
import { treeDecimals } from './conversion.js';

export interface PaperPart {
  readonly pages: Big;
  readonly trees: Big;
}

/** Pages and trees each add up to the whole; a part without a page gets no tree either. */
export function splitPaper(whole: PaperPart, weights: readonly Big[]): PaperPart[] {
  const pages = apportion(whole.pages, weights, 0);
  const planted = weights.map((weight, index) => (pages[index]?.gt(0) ? weight : decimal(0)));
  const trees = apportion(whole.trees, planted, treeDecimals);
  return weights.map((_, index) => ({
    pages: pages[index] ?? decimal(0),
    trees: trees[index] ?? decimal(0),
  }));
}
