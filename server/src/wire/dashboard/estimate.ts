import { Type, type Static } from '@sinclair/typebox';
import type { CalculatedOrder } from '../../features/orders/calculate-order.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import { Count, Decimal } from '../fields.js';
import { presentPublicMethodology, PublicMethodology } from '../methodology.js';
import { presentPrices } from '../order.js';

/** The figures that an order of this paper would have. */
export const Estimate = Type.Object(
  {
    standard_pages: Count,
    mass: Decimal,
    trees: Decimal,
    footprint: Decimal,
    mtco2e: Decimal,
    biomass_price: Decimal,
    carbon_price: Decimal,
    price: Decimal,
    /** Exact price of a standard page. */
    price_per_page: Type.String(),
    currency: Type.String(),
    methodology: PublicMethodology,
  },
  { title: 'Estimate' },
);

export const presentEstimate = (
  { order, footprint, rate }: CalculatedOrder,
  { currency, methodology }: { readonly currency: string; readonly methodology: MethodologyOrigin },
): Static<typeof Estimate> => ({
  standard_pages: order.standardSheets,
  mass: Number(order.paperMassG),
  trees: Number(order.trees),
  footprint: Number(footprint),
  mtco2e: Number(order.mtco2e),
  ...presentPrices(order),
  price_per_page: rate,
  currency,
  methodology: presentPublicMethodology(methodology),
});
