import type { Source } from './source.js';
import { SourceTrouble } from './trouble.js';

export const snmp: Source = {
  defaultPorts: {},
  needsExternalId: false,
  // eslint-disable-next-line require-yield, @typescript-eslint/require-await
  async *read() {
    throw new SourceTrouble('other', 'not yet');
  },
};
