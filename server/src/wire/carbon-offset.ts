import { Type, type Static } from '@sinclair/typebox';
import type { CarbonOffset as OffsetRow } from '../features/carbon/carbon-offset-store.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Id, Nullable, OneOf, Timestamp } from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

export const CarbonOffset = Type.Object(
  {
    id: Id,
    account_id: Id,
    order_id: Nullable(Id),
    project_id: Id,
    project_name: Type.String(),
    project_type: Type.String(),
    registry_name: Type.String(),
    date: Timestamp,
    mtco2e: Decimal,
    status: OneOf(['processing', 'fulfilled']),
    vintage_start_date: Nullable(Timestamp),
    vintage_end_date: Nullable(Timestamp),
    serial_numbers: Type.Array(Type.String()),
  },
  { title: 'CarbonOffset' },
);

export const presentCarbonOffset = (offset: OffsetRow): Static<typeof CarbonOffset> => ({
  id: offset.id,
  account_id: offset.accountId,
  order_id: offset.orderId,
  project_id: offset.projectId,
  project_name: offset.projectName,
  project_type: offset.projectType,
  registry_name: offset.registryName,
  date: formatTimestamp(offset.date),
  mtco2e: exactNumber(offset.mtco2e),
  status: offset.status,
  vintage_start_date: formatNullable(offset.vintageStartDate),
  vintage_end_date: formatNullable(offset.vintageEndDate),
  serial_numbers: [...offset.serialNumbers],
});
