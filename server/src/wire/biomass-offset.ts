import { Type, type Static } from '@sinclair/typebox';
import type { BiomassOffset as OffsetRow } from '../features/biomass/offset-store.js';
import { exactNumber } from '../platform/exact-number.js';
import {
  Body,
  Decimal,
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
    id: Id,
    account_id: Id,
    order_id: Nullable(Id),
    quote_id: Nullable(Id),
    project_id: Id,
    certificate_id: Id,
    date: Timestamp,
    pages: PageCount,
    trees: Decimal,
  },
  { title: 'BiomassOffset' },
);

export const NewBiomassOffset = Body('NewBiomassOffset', {
  pages: Optional(Pages),
  trees: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 120_000 })),
  quote_id: Optional(Id),
  project_id: Optional(Id),
  date: Optional(TimestampInput),
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
