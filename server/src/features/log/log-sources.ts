import type { LogSource } from '../../database/log-source.js';
import { certificates } from '../certificates/enter-certificates.js';
import { allocatedCredits, importedCredits } from '../carbon/enter-credits.js';
import { retiredCredits } from '../carbon/enter-retirements.js';
import { methodologies } from '../methodologies/enter-methodologies.js';
import { withdrawals } from '../certificates/enter-withdrawals.js';

/** In this order, so that the log tells of a methodology before it tells of what is calculated by it from now on. */
export const logSources: readonly LogSource[] = [
  methodologies,
  importedCredits,
  certificates,
  withdrawals,
  allocatedCredits,
  retiredCredits,
];
