import { Type, type Static } from '@sinclair/typebox';
import type { Order as OrderRow } from '../features/orders/order-store.js';
import type { OrderedPaper as PaperToOrder } from '../features/orders/calculate-order.js';
import { reportedPrice } from '../features/paper/conversion.js';
import { decimal } from '../platform/decimals.js';
import {
  Body,
  Count,
  Decimal,
  Field,
  Id,
  SingleLineText,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
} from './fields.js';
import { Item, NewItems } from './item.js';
import { formatTimestamp } from './times.js';

const fields = {
  id: Field('Its id.', Id),
  account_id: Field('The account it belongs to.', Id),
  biomass_project_ids: Field('Its forestry projects.', Type.Array(Id)),
  carbon_project_ids: Field('Its carbon projects; may be empty.', Type.Array(Id)),
  status: Field('A `draft` until it is placed.', OneOf(['draft', 'placed'])),
  created_at: Field('When it was created.', Timestamp),
  standard_sheets: Field('Its mass in standard pages.', Count),
  paper_mass_g: Field('Grams of paper.', Decimal),
  trees: Field('Trees, to 6 decimals.', Decimal),
  mtco2e: Field('Tonnes of CO2 equivalent, to 6 decimals.', Decimal),
  biomass_price: Field('Price of the trees.', Decimal),
  carbon_price: Field('Price of the tonnes.', Decimal),
  price: Field('What it costs, to 2 decimals.', Decimal),
  biomass_offset_ids: Field('Its biomass offsets; empty until there are any.', Type.Array(Id)),
  carbon_offset_ids: Field('Its carbon offsets; empty until it is placed.', Type.Array(Id)),
  external_id: Field('Your own id for it.', Nullable(Type.String())),
};

export const Order = Type.Object(fields, { title: 'Order' });
export const ExpandedOrder = Type.Object(
  { ...fields, items: Field('What it was calculated from.', Type.Array(Item)) },
  { title: 'ExpandedOrder' },
);

export const ProjectSetting = Body('ProjectSetting', {
  project_id: Field('An active project; each at most once.', Id),
  percentage: Field(
    'Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares.',
    Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100, decimals: 2 })),
  ),
});

const ProjectSettings = Type.Array(ProjectSetting, { maxItems: 100 });

const orderedPaper = {
  biomass_project_settings: Field(
    'Forestry projects and their shares. Default: your favorites, or a random project. An empty list means no trees.',
    Optional(ProjectSettings),
  ),
  carbon_project_settings: Field(
    'Carbon projects and their shares. Default: those in your account’s settings. An empty list means no carbon.',
    Optional(ProjectSettings),
  ),
  items: Field('The paper, line by line.', NewItems),
};

export const OrderedPaper = Body('OrderedPaper', orderedPaper);

export const NewOrder = Body('NewOrder', {
  ...orderedPaper,
  external_id: Field('Your own id for it, unique among your orders.', Optional(SingleLineText(255))),
});

export const orderedPaperOf = (body: Static<typeof OrderedPaper>): PaperToOrder => ({
  biomassProjects: settingsOf(body.biomass_project_settings),
  carbonProjects: settingsOf(body.carbon_project_settings),
  items: body.items,
});

const settingsOf = (settings: Static<typeof OrderedPaper>['biomass_project_settings']) =>
  settings?.map(({ project_id: id, percentage }) => ({ projectId: id, percentage }));

/** Each price is rounded. The total is the sum of the rounded prices, so that it matches what a reader adds up. */
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
