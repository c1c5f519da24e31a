import { Type, type Static } from '@sinclair/typebox';
import type { Reckoned } from '../../orders/reckon-order.js';
import { decimal } from '../../platform/decimals.js';
import { Count, Decimal } from '../fields.js';

/** What an order would say of itself. */
export const Estimate = Type.Object(
  {
    standard_pages: Count,
    mass: Decimal,
    trees: Decimal,
    mtco2e: Decimal,
    biomass_price: Decimal,
    carbon_price: Decimal,
    price: Decimal,
    currency: Type.String(),
  },
  { title: 'Estimate' },
);

export const presentEstimate = (reckoned: Reckoned, currency: string): Static<typeof Estimate> => ({
  standard_pages: reckoned.standardSheets,
  mass: Number(reckoned.paperMassG),
  trees: Number(reckoned.trees),
  mtco2e: Number(reckoned.mtco2e),
  biomass_price: Number(reckoned.biomassPrice),
  carbon_price: Number(reckoned.carbonPrice),
  price: decimal(reckoned.biomassPrice).plus(reckoned.carbonPrice).toNumber(),
  currency,
});
