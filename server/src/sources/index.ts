import { ipp } from './ipp/ipp.js';
import { papercut } from './papercut.js';
import { printTracker } from './print-tracker.js';
import { snmp } from './snmp/snmp.js';
import type { Source } from './source.js';

/** What we ask for readings, by feed type. Every other type is pushed: the third party sends its readings to us. */
export const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['papercut', papercut],
  ['print_tracker', printTracker],
  ['snmp', snmp],
  ['ipp', ipp],
]);
