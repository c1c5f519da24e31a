import type { LogSource } from '../../database/log-source.js';
import { certificateLogSource } from '../certificates/certificate-log-source.js';
import { allocatedCreditLogSource, importedCreditLogSource } from '../carbon/credit-log-sources.js';
import { retiredCreditLogSource } from '../carbon/retirement-log-source.js';
import { methodologyLogSource } from '../methodologies/methodology-log-source.js';
import { plantingLogSource } from '../plantings/planting-log-source.js';
import { withdrawalLogSource } from '../certificates/withdrawal-log-source.js';

/** In this order, so that the log contains a methodology before what is calculated by it from now on. */
export const logSources: readonly LogSource[] = [
  methodologyLogSource,
  importedCreditLogSource,
  plantingLogSource,
  certificateLogSource,
  withdrawalLogSource,
  allocatedCreditLogSource,
  retiredCreditLogSource,
];
