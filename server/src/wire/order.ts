import { Type, type Static } from '@sinclair/typebox';
import type { Order as OrderRow } from '../features/orders/order-store.js';
import type { OrderedPaper as PaperToOrder } from '../features/orders/calculate-order.js';
import { reportedPrice } from '../features/paper/conversion.js';
import { decimal } from '../platform/decimals.js';
import { Body, Count, Decimal, Id, Line, Nullable, OneOf, Optional, Timestamp } from './fields.js';
import { Item, NewItems } from './item.js';
import { formatTimestamp } from './times.js';

const fields = {
  id: Id,
  account_id: Id,
  biomass_project_ids: Type.Array(Id),
  carbon_project_ids: Type.Array(Id),
  status: OneOf(['draft', 'placed']),
  created_at: Timestamp,
  standard_sheets: Count,
  paper_mass_g: Decimal,
  trees: Decimal,
  mtco2e: Decimal,
  biomass_price: Decimal,
  carbon_price: Decimal,
  price: Decimal,
  biomass_offset_ids: Type.Array(Id),
  carbon_offset_ids: Type.Array(Id),
  external_id: Nullable(Type.String()),
};

export const Order = Type.Object(fields, { title: 'Order' });
export const ExpandedOrder = Type.Object({ ...fields, items: Type.Array(Item) }, { title: 'ExpandedOrder' });

export const ProjectSetting = Body('ProjectSetting', {
  project_id: Id,
  percentage: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100, decimals: 2 })),
});

const ProjectSettings = Type.Array(ProjectSetting, { maxItems: 100 });

const orderedPaper = {
  biomass_project_settings: Optional(ProjectSettings),
  carbon_project_settings: Optional(ProjectSettings),
  items: NewItems,
};

export const OrderedPaper = Body('OrderedPaper', orderedPaper);

export const NewOrder = Body('NewOrder', { ...orderedPaper, external_id: Optional(Line(255)) });

export const orderedPaperOf = (body: Static<typeof OrderedPaper>): PaperToOrder => ({
  biomassProjects: settingsOf(body.biomass_project_settings),
  carbonProjects: settingsOf(body.carbon_project_settings),
  items: body.items,
});

const settingsOf = (settings: Static<typeof OrderedPaper>['biomass_project_settings']) =>
  settings?.map(({ project_id: id, percentage }) => ({ projectId: id, percentage }));

/** Rounded each; the price is the sum of what is shown, so that a reader's sum is ours. */
export function presentPrices({
  biomassPrice,
  carbonPrice,
}: Pick<OrderRow, 'biomassPrice' | 'carbonPrice'>): {
  biomass_price: number;
  carbon_price: number;
  price: number;
} {
  const biomass = reportedPrice(decimal(biomassPrice));
  const carbon = reportedPrice(decimal(carbonPrice));
  return {
    biomass_price: biomass.toNumber(),
    carbon_price: carbon.toNumber(),
    price: biomass.plus(carbon).toNumber(),
  };
}

export const presentOrder = (order: OrderRow): Static<typeof Order> => ({
  id: order.id,
  account_id: order.accountId,
  biomass_project_ids: order.biomassShares.map(({ projectId }) => projectId),
  carbon_project_ids: order.carbonShares.map(({ projectId }) => projectId),
  status: order.status,
  created_at: formatTimestamp(order.createdAt),
  standard_sheets: order.standardSheets,
  paper_mass_g: Number(order.paperMassG),
  trees: Number(order.trees),
  mtco2e: Number(order.mtco2e),
  ...presentPrices(order),
  biomass_offset_ids: [...order.biomassOffsetIds],
  carbon_offset_ids: [...order.carbonOffsetIds],
  external_id: order.externalId,
});

export const presentExpandedOrder = (order: OrderRow): Static<typeof ExpandedOrder> => ({
  ...presentOrder(order),
  items: [...order.items],
});
