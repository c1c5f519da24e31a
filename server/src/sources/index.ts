import { ipp } from '@regrove/printers/ipp/ipp';
import { nddPrint } from './ndd-print.js';
import { papercut } from './papercut.js';
import { printTracker } from './print-tracker.js';
import { printerpoint } from './printerpoint.js';
import { simulated } from './simulated.js';
import { snmp } from '@regrove/printers/snmp/snmp';
import type { Source } from '@regrove/printers/source';

/** The sources that we read, by feed type. Feeds of any other type receive readings from a third party. */
export const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['papercut', papercut],
  ['print_tracker', printTracker],
  ['ndd_print', nddPrint],
  ['printerpoint', printerpoint],
  ['snmp', snmp],
  ['ipp', ipp],
  ['simulated', simulated],
]);

/** The types of sources that are called over the network, which need a server. */
export const serverTypes: readonly string[] = [...sources].flatMap(([type, { isSimulated }]) =>
  isSimulated ? [] : [type],
);
