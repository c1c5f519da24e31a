import { Type, type Static } from '@sinclair/typebox';
import type { BiomassOffset as OffsetRow } from '../features/biomass/offset-store.js';
import { exactNumber } from '../platform/exact-number.js';
import {
  Body,
  Decimal,
  Field,
  Id,
  Nullable,
  Optional,
  PageCount,
  Pages,
  Timestamp,
  TimestampInput,
} from './fields.js';
import { formatTimestamp } from './times.js';

export const BiomassOffset = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    order_id: Field('The order it comes from, or `null`.', Nullable(Id)),
    quote_id: Field('The quote it executed, or `null`.', Nullable(Id)),
    project_id: Field('Where the trees are planted.', Id),
    certificate_id: Field('Its receipt.', Id),
    date: Field('The time that it counts for.', Timestamp),
    pages: Field('Standard pages.', PageCount),
    trees: Field('Trees, to 6 decimals.', Decimal),
  },
  { title: 'BiomassOffset' },
);

export const NewBiomassOffset = Body('NewBiomassOffset', {
  pages: Field(
    'Standard pages to reforest. Exactly one of `pages`, `trees` and `quote_id` is required.',
    Optional(Pages),
  ),
  trees: Field(
    'Trees to plant, at most 6 decimals; at least the equivalent of one page.',
    Optional(Type.Number({ exclusiveMinimum: 0, maximum: 120_000 })),
  ),
  quote_id: Field('A quote to execute, with its amount and project.', Optional(Id)),
  project_id: Field(
    'An active forestry project. Default: a random one. Not allowed with `quote_id`.',
    Optional(Id),
  ),
  date: Field('From 1970-01-01 to one day from now. Default: now.', Optional(TimestampInput)),
});

export const presentBiomassOffset = (offset: OffsetRow): Static<typeof BiomassOffset> => ({
  id: offset.id,
  account_id: offset.accountId,
  order_id: offset.orderId,
  quote_id: offset.quoteId,
  project_id: offset.projectId,
  certificate_id: offset.certificateId,
  date: formatTimestamp(offset.date),
  pages: exactNumber(offset.pages),
  trees: exactNumber(offset.trees),
});
