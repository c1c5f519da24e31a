import { Type, type Static } from '@sinclair/typebox';
import type { CarbonOffset as OffsetRow } from '../features/carbon/carbon-offset-store.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Field, Id, Nullable, OneOf, Timestamp } from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

export const CarbonOffset = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    order_id: Field('The order it comes from, or `null`.', Nullable(Id)),
    project_id: Field('The carbon project.', Id),
    project_name: Field('Name of the carbon project.', Type.String()),
    project_type: Field('Kind of carbon project.', Type.String()),
    registry_name: Field('The registry of its credits.', Type.String()),
    date: Field('The time that it counts for.', Timestamp),
    mtco2e: Field('Tonnes of CO2 equivalent, to 6 decimals.', Decimal),
    status: Field('`fulfilled` once credits cover it in full.', OneOf(['processing', 'fulfilled'])),
    vintage_start_date: Field(
      'Earliest vintage among its credits; `null` until fulfilled.',
      Nullable(Timestamp),
    ),
    vintage_end_date: Field('Latest vintage among its credits; `null` until fulfilled.', Nullable(Timestamp)),
    serial_numbers: Field(
      'Serial numbers of its credits in the registry; empty until fulfilled.',
      Type.Array(Type.String()),
    ),
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
