import { Type, type Static } from '@sinclair/typebox';
import { factorBounds, type FactorBounds } from '../features/methodologies/factor-bounds.js';
import type { Factors, StoredMethodology } from '../features/methodologies/methodology-store.js';
import { decimal } from '../platform/decimals.js';
import { Body, Decimal, Id, Line, Optional, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const Methodology = Type.Object(
  {
    id: Id,
    name: Type.String(),
    width: Decimal,
    length: Decimal,
    gsm: Decimal,
    pages_per_tree: Decimal,
    emission_factor: Decimal,
    price_per_page: Decimal,
    current: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: 'Methodology' },
);

const Factor = ({ min, max, decimals }: FactorBounds) =>
  Optional(
    decimals === 0
      ? Type.Integer({ minimum: min, maximum: max })
      : Type.Number({ minimum: min, maximum: max, decimals }),
  );

export const MethodologyName = Line(255);

export const NewMethodology = Body('NewMethodology', {
  name: MethodologyName,
  width: Factor(factorBounds.standardWidth),
  length: Factor(factorBounds.standardLength),
  gsm: Factor(factorBounds.standardGsm),
  pages_per_tree: Factor(factorBounds.pagesPerTree),
  emission_factor: Factor(factorBounds.emissionFactor),
  price_per_page: Factor(factorBounds.pricePerPage),
});

export function factorsOf(given: Static<typeof NewMethodology>): Partial<Factors> {
  const factors: Record<keyof Factors, number | null | undefined> = {
    standardWidth: given.width,
    standardLength: given.length,
    standardGsm: given.gsm,
    pagesPerTree: given.pages_per_tree,
    emissionFactor: given.emission_factor,
    pricePerPage: given.price_per_page,
  };
  return Object.fromEntries(
    Object.entries(factors).flatMap(([name, value]) =>
      value == null ? [] : [[name, decimal(value).toFixed()]],
    ),
  );
}

export const presentMethodology = (one: StoredMethodology): Static<typeof Methodology> => ({
  id: one.id,
  name: one.name,
  width: Number(one.standardWidth),
  length: Number(one.standardLength),
  gsm: Number(one.standardGsm),
  pages_per_tree: Number(one.pagesPerTree),
  emission_factor: Number(one.emissionFactor),
  price_per_page: Number(one.pricePerPage),
  current: one.current,
  created_at: formatTimestamp(one.createdAt),
});
