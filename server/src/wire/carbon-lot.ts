import { Type, type Static } from '@sinclair/typebox';
import type {
  CarbonLot as CarbonLotRow,
  ProjectInventory as InventoryRow,
} from '../features/carbon/carbon-lot-store.js';
import { decimal } from '../platform/decimals.js';
import { exactNumber } from '../platform/exact-number.js';
import { Count, Decimal, Id, Nullable, OneOf } from './fields.js';

export const CarbonLot = Type.Object(
  {
    id: Id,
    project_id: Id,
    project_name: Type.String(),
    registry_name: Type.String(),
    serial: Type.String(),
    vintage_start: Type.String(),
    vintage_end: Type.String(),
    tonnes: Count,
    used: Decimal,
    left: Decimal,
    type: Nullable(OneOf(['removal', 'avoidance'])),
    standard: Nullable(Type.String()),
    registry: Nullable(Type.String()),
    country: Nullable(Type.String()),
    ccp: OneOf(['yes', 'no', 'unknown']),
    corresponding_adjustment: OneOf(['yes', 'no', 'unknown']),
    registry_url: Nullable(Type.String()),
  },
  { title: 'CarbonLot' },
);

/** As printed by operator commands. */
export const presentCarbonLot = (lot: CarbonLotRow): Static<typeof CarbonLot> => ({
  id: lot.id,
  project_id: lot.projectId,
  project_name: lot.projectName,
  registry_name: lot.registryName,
  serial: lot.serial,
  vintage_start: lot.vintageStart,
  vintage_end: lot.vintageEnd,
  tonnes: lot.tonnes,
  used: exactNumber(lot.used),
  left: decimal(lot.tonnes).minus(lot.used).toNumber(),
  type: lot.type,
  standard: lot.standard,
  registry: lot.registry,
  country: lot.country,
  ccp: lot.ccp,
  corresponding_adjustment: lot.correspondingAdjustment,
  registry_url: lot.registryUrl,
});

/** The credits of a carbon project, and the tonnes that offsets are waiting for. */
export const CarbonStock = Type.Object(
  {
    project_id: Id,
    project_name: Type.String(),
    tonnes: Decimal,
    used: Decimal,
    left: Decimal,
    waiting: Decimal,
  },
  { title: 'CarbonStock' },
);

export const presentCarbonStock = (stock: InventoryRow): Static<typeof CarbonStock> => ({
  project_id: stock.projectId,
  project_name: stock.projectName,
  tonnes: exactNumber(stock.tonnes),
  used: exactNumber(stock.used),
  left: exactNumber(stock.left),
  waiting: exactNumber(stock.waiting),
});
