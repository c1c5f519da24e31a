import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceOfPages } from '../../../web/src/screens/offsets/price-of-pages.js';
import { priceOfPages as exactPrice, reportedPrice } from '../../src/features/paper/conversion.js';

it.each([
  [450, '0.0003', 0.14],
  [16, '0.0003', 0],
  [17, '0.0003000000', 0.01],
  [1, '0.005', 0.01],
  [1_000_000_000, '100', 100_000_000_000],
])("The dashboard shows the server's price for %s pages at %s", (pages, rate, price) => {
  expect(priceOfPages(pages, rate)).toBe(price);
});

it("The dashboard shows the server's price for any pages at any rate", () => {
  const rates = fc.integer({ min: 0, max: 1_000_000_000 }).map((units) => (units / 1e10).toFixed(10));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), rates, (pages, rate) => {
      expect(priceOfPages(pages, rate)).toBe(reportedPrice(exactPrice(pages, rate)).toNumber());
    }),
    { seed: 450 },
  );
});
