import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { apportion } from '../../src/features/paper/apportion.js';
import {
  pagesOfTrees,
  priceOfPages,
  reportedPrice,
  standardPagesOfMass,
  tonnesOfMass,
  treesOfMass,
  treesOfPages,
} from '../../src/features/paper/conversion.js';
import { paperOf, weighItems } from '../../src/features/paper/items.js';
import type { Methodology } from '../../src/features/paper/methodology.js';
import { defaultPaper, massOfSheets } from '../../src/features/paper/sheets.js';
import { splitBiomass, splitCarbon } from '../../src/features/orders/shares.js';

const methodology: Methodology = {
  id: 'standard',
  standardPageMass: '4.5241845',
  pagesPerTree: '8333',
  emissionFactor: '1.30',
  pricePerPage: '0.0003',
};
const big = (value: string | number): Big => new Big(value);
const texts = (parts: readonly Big[]): string[] => parts.map((part) => part.toFixed());
const sum = (parts: readonly (Big | string | number)[]): string =>
  parts.reduce<Big>((total, part) => total.plus(part), big(0)).toFixed();

describe('mass', () => {
  it.each([
    ['one default page', { quantity: 1, ...defaultPaper }, '4.5241845'],
    ['a million default pages', { quantity: 1_000_000, ...defaultPaper }, '4524184.5'],
    ['ten sheets of a tenth of a metre', { quantity: 10, width: 0.1, length: 0.1, gsm: 1 }, '0.1'],
    ['three sheets 0.1 m x 0.2 m', { quantity: 3, width: 0.1, length: 0.2, gsm: 1 }, '0.06'],
    ['a billion sheets', { quantity: 1e9, width: 0.2127, length: 0.2762, gsm: 89 }, '5228548860'],
  ])('is quantity x width x length x gsm, without rounding errors: %s', (_, sheets, mass) => {
    expect(massOfSheets(sheets).toFixed()).toBe(mass);
  });
});

describe('conversion', () => {
  it.each([
    [1, 0.00012],
    [8333, 1],
    [16_666, 2],
    [1_000_000_000, 120_004.800192],
  ])('N default pages are N standard pages, and pages / 8,333 trees: %s', (quantity, trees) => {
    const mass = massOfSheets({ quantity, ...defaultPaper });
    expect(standardPagesOfMass(mass, methodology).toNumber()).toBe(quantity);
    expect(treesOfMass(mass, methodology).toNumber()).toBe(trees);
    expect(treesOfPages(quantity, methodology).toNumber()).toBe(trees);
  });

  it.each([
    ['2.26209224', 0],
    ['2.26209225', 1],
    ['6.78627674', 1],
    ['6.78627675', 2],
  ])('standard pages are rounded half up: %s g', (mass, pages) => {
    expect(standardPagesOfMass(big(mass), methodology).toNumber()).toBe(pages);
  });

  it('trees are rounded half up at the sixth decimal', () => {
    const tie = { ...methodology, pagesPerTree: '2000000' };
    expect(treesOfPages(1, tie).toFixed()).toBe('0.000001');
    expect(treesOfPages(3, tie).toFixed()).toBe('0.000002');
    expect(treesOfPages(1, { ...methodology, pagesPerTree: '2000001' }).toFixed()).toBe('0');
  });

  it.each([
    ['1', 8333],
    ['0.5', 4167],
    ['0.00006', 0],
    ['0.000061', 1],
    ['1.5', 12_500],
    ['63.048', 525_379],
  ])('pages of trees are trees x 8,333, rounded half up: %s', (trees, pages) => {
    expect(pagesOfTrees(big(trees), methodology).toNumber()).toBe(pages);
  });

  it.each([
    ['1000000', '1.3'],
    ['4.5241845', '0.000006'],
    ['0.3846153', '0'],
    ['0.3846154', '0.000001'],
  ])('tonnes are the mass in tonnes x the emission factor, to 6 decimals: %s g', (mass, tonnes) => {
    expect(tonnesOfMass(big(mass), methodology).toFixed()).toBe(tonnes);
  });

  it.each([
    [8333, '2.4999', '2.5'],
    [16, '0.0048', '0'],
    [17, '0.0051', '0.01'],
    [50, '0.015', '0.02'],
    [150, '0.045', '0.05'],
    [3350, '1.005', '1.01'],
  ])('a price is exact, and displayed rounded half up to 2 decimals: %s pages', (pages, exact, reported) => {
    const price = priceOfPages(pages, methodology.pricePerPage);
    expect(price.toFixed()).toBe(exact);
    expect(reportedPrice(price).toFixed()).toBe(reported);
  });

  it("matches a real integrator's figures with a standard page of 74 g/m2", () => {
    const heavier = { ...methodology, standardPageMass: big('0.2159').times('0.2794').times(74).toFixed() };
    const size = { width: 0.2127, length: 0.2762 };
    const weighed = weighItems([
      { quantity: 20_000, gsm: 216, ...size },
      { quantity: 400_000, gsm: 89, ...size },
    ]);
    const { mass, standardPages, trees } = paperOf(weighed, heavier);
    expect(mass.toFixed(2)).toBe('2345209.78');
    expect(standardPages).toBe(525_377);
    expect(trees.toFixed(3)).toBe('63.048');
    expect(reportedPrice(priceOfPages(standardPages, heavier.pricePerPage)).toFixed()).toBe('157.61');
  });
});

describe('apportioning by largest remainder', () => {
  it.each([
    ['evenly', '9', [1, 1, 1], 0, ['3', '3', '3']],
    ['the first of equals gets the rest', '10', [1, 1, 1], 0, ['4', '3', '3']],
    ['the largest remainder gets the rest', '10', [25, 36, 39], 0, ['2', '4', '4']],
    ['to the smallest unit', '0.01', [50, 50], 2, ['0.01', '0']],
    ['to six decimals', '1', [1, 1, 1], 6, ['0.333334', '0.333333', '0.333333']],
    ['nothing to no weight', '7', [0, 1], 0, ['0', '7']],
    ['nothing at all', '0', [1, 2], 2, ['0', '0']],
    ['by exact weights', '3', ['33.33', '33.33', '33.34'], 0, ['1', '1', '1']],
  ])('splits %s', (_, whole, weights, decimals, parts) => {
    expect(texts(apportion(big(whole), weights.map(big), decimals))).toEqual(parts);
  });

  it('always adds up, is never off by a unit or more, and is deterministic', () => {
    const random = lehmer(20_260_301);
    for (let round = 0; round < 500; round++) {
      const decimals = [0, 2, 6][round % 3] ?? 0;
      const unit = big(10).pow(-decimals);
      const whole = big(random(10 ** (1 + (round % 9)))).times(unit);
      const weights = Array.from({ length: 1 + random(12) }, () => big(1 + random(10_000)).div(100));
      const total = big(sum(weights));
      const parts = apportion(whole, weights, decimals);

      expect(sum(parts)).toBe(whole.toFixed());
      const errors = parts.map((part, index) => part.times(total).minus(whole.times(weights[index] ?? 0)));
      expect(errors.filter((error) => error.abs().gte(unit.times(total)))).toEqual([]);
      expect(texts(apportion(whole, weights, decimals))).toEqual(texts(parts));
    }
  });
});

describe('splitting an order', () => {
  it.each(['1', '8333', '99999.5', '1000000'])(
    'adds up in pages, trees and money, and every share with a page has trees: %s pages per tree',
    (pagesPerTree) => {
      const random = lehmer(8333);
      for (let round = 0; round < 300; round++) {
        const settings = percentages(1 + random(100), random);
        const items = [{ mass: 2.5 + random(10 ** (1 + (round % 6))) }];
        const { standardPages: pages, trees } = paperOf(weighItems(items), { ...methodology, pagesPerTree });
        const rate = big(random(1000)).div(1_000_000).toFixed();
        const { shares, price } = splitBiomass({ pages, trees, rate }, settings);

        expect(sum(shares.map((share) => share.pages))).toBe(String(pages));
        expect(sum(shares.map((share) => share.trees))).toBe(trees.toFixed());
        expect(sum(shares.map((share) => share.price))).toBe(price.toFixed());
        expect(price.toFixed()).toBe(priceOfPages(pages, rate).toFixed());
        expect(shares.filter((share) => share.pages > 0 !== big(share.trees).gt(0))).toEqual([]);
        expect(shares.filter((share) => !big(share.price).eq(big(share.pages).times(rate)))).toEqual([]);
      }
    },
  );

  it('adds up in tonnes, each at the price of its project', () => {
    const random = lehmer(1374);
    for (let round = 0; round < 300; round++) {
      const settings = percentages(1 + random(10), random).map((share) => ({
        ...share,
        pricePerTonne: big(random(5000)).div(100).toFixed(),
      }));
      const tonnes = big(1 + random(10_000_000)).div(1_000_000);
      const { shares, price } = splitCarbon(tonnes, settings);
      expect(sum(shares.map(({ mtco2e }) => mtco2e))).toBe(tonnes.toFixed());
      expect(sum(shares.map((share) => share.price))).toBe(price.toFixed());
      const expected = settings.map(({ pricePerTonne }, index) =>
        big(shares[index]?.mtco2e ?? 0).times(pricePerTonne),
      );
      expect(shares.map((share) => share.price)).toEqual(texts(expected));
    }
  });
});

/** Integers from 0 up to a limit, the same in every run (Lehmer's generator). */
function lehmer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Projects whose percentages, of at most 2 decimals each, add up to 100. */
function percentages(count: number, random: (below: number) => number) {
  let left = 10_000;
  return Array.from({ length: count }, (_, index) => {
    const others = count - index - 1;
    const hundredths = others === 0 ? left : 1 + random(Math.max(1, left - others));
    left -= hundredths;
    return { projectId: String(index), percentage: big(hundredths).div(100).toNumber() };
  });
}
