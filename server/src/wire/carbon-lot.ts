import type { CarbonLot } from '../carbon/carbon-lot-store.js';
import { decimal } from '../platform/decimals.js';

/** As the operator's commands print it. */
export const presentCarbonLot = (lot: CarbonLot) => ({
  id: lot.id,
  project_id: lot.projectId,
  project_name: lot.projectName,
  registry_name: lot.registryName,
  serial: lot.serial,
  vintage_start: lot.vintageStart,
  vintage_end: lot.vintageEnd,
  tonnes: lot.tonnes,
  used: Number(lot.used),
  left: decimal(lot.tonnes).minus(lot.used).toNumber(),
});
