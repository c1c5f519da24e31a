import { snmp } from '../../../printers/src/snmp/snmp.js';
import { community } from './printer-agent.js';
import { readFrom } from './read-source.js';

type Given = Partial<Parameters<typeof readFrom>[1]>;

/** The readings, and the reasons of unreadable devices. */
export async function readBySnmp(url: string, given: Given = {}) {
  const { readings, reasons } = await readFrom(snmp, { url, password: community, ...given });
  return { readings, unreadable: reasons };
}

export const onlyUnreadable = (device: string, reason: string) => ({
  readings: [],
  unreadable: [[device, reason]],
});
