import type { LogSource } from '../log-source.js';
import { certificates } from './certificates.js';
import { allocatedCredits, importedCredits } from './credits.js';
import { methodologies } from './methodologies.js';
import { withdrawals } from './withdrawals.js';

/** In this order, so that the log tells of a methodology before it tells of what was calculated by it. */
export const logSources: readonly LogSource[] = [
  methodologies,
  importedCredits,
  certificates,
  withdrawals,
  allocatedCredits,
];
