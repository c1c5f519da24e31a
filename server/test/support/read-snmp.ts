import { snmp } from '../../src/sources/snmp/snmp.js';
import { reasonOf } from '../../src/sources/source-error.js';
import { community } from './printer-agent.js';
import { readFrom } from './read-source.js';

type Given = Partial<Parameters<typeof readFrom>[1]>;

/** What is read, and of what is passed over the reason. */
export async function readBySnmp(url: string, given: Given = {}) {
  const { readings, unreadable } = await readFrom(snmp, { url, password: community, ...given });
  return { readings, unreadable: unreadable.map(({ device, error }) => [device, reasonOf(error)]) };
}

export const nothingBut = (device: string, reason: string) => ({
  readings: [],
  unreadable: [[device, reason]],
});
