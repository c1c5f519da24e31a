import { Type, type Static } from '@sinclair/typebox';
import { factorBounds, type FactorBounds } from '../features/methodologies/factor-bounds.js';
import type { Factors, Sources, StoredMethodology } from '../features/methodologies/methodology-store.js';
import type { MethodologyOrigin } from '../messages/methodology-text.js';
import { decimal } from '../platform/decimals.js';
import { Body, Decimal, Id, SingleLineText, Nullable, Optional, Timestamp } from './fields.js';
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
    source: Nullable(Type.String()),
    source_url: Nullable(Type.String()),
    version: Nullable(Type.String()),
    published_on: Nullable(Type.String()),
    uncertainty: Nullable(Type.String()),
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

export const MethodologyName = SingleLineText(255);

export const MethodologySource = SingleLineText(500);
export const MethodologyVersion = SingleLineText(50);
export const MethodologyUncertainty = SingleLineText(100);

export const NewMethodology = Body('NewMethodology', {
  name: MethodologyName,
  width: Factor(factorBounds.standardWidth),
  length: Factor(factorBounds.standardLength),
  gsm: Factor(factorBounds.standardGsm),
  pages_per_tree: Factor(factorBounds.pagesPerTree),
  emission_factor: Factor(factorBounds.emissionFactor),
  price_per_page: Factor(factorBounds.pricePerPage),
  source: Optional(MethodologySource),
  source_url: Optional(Type.String({ format: 'web-address', maxLength: 500 })),
  version: Optional(MethodologyVersion),
  published_on: Optional(Type.String({ format: 'day' })),
  uncertainty: Optional(MethodologyUncertainty),
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

export function sourcesOf(given: Static<typeof NewMethodology>): Partial<Sources> {
  const { source, source_url: sourceUrl, version, published_on: publishedOn, uncertainty } = given;
  const sources: Record<keyof Sources, string | null | undefined> = {
    source,
    sourceUrl,
    version,
    publishedOn,
    uncertainty,
  };
  return Object.fromEntries(Object.entries(sources).filter(([, value]) => value !== undefined));
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
  source: one.source,
  source_url: one.sourceUrl,
  version: one.version,
  published_on: one.publishedOn,
  uncertainty: one.uncertainty,
  current: one.current,
  created_at: formatTimestamp(one.createdAt),
});

/** What any reader of its figures may know. */
export const PublicMethodology = Type.Object(
  {
    name: Type.String(),
    version: Nullable(Type.String()),
    published_on: Nullable(Type.String()),
    source: Nullable(Type.String()),
    source_url: Nullable(Type.String()),
    uncertainty: Nullable(Type.String()),
  },
  { title: 'PublicMethodology' },
);

export const presentPublicMethodology = (origin: MethodologyOrigin): Static<typeof PublicMethodology> => ({
  name: origin.name,
  version: origin.version,
  published_on: origin.publishedOn,
  source: origin.source,
  source_url: origin.sourceUrl,
  uncertainty: origin.uncertainty,
});
