import { snmp } from '../../src/sources/snmp/snmp.js';
import { reasonOf } from '../../src/sources/trouble.js';
import { community } from './printer-agent.js';
import { readFrom } from './read-source.js';

type Given = Partial<Parameters<typeof readFrom>[1]>;

/** What is read, and of what is passed over the reason. */
export async function readBySnmp(url: string, given: Given = {}) {
  const { readings, passedOver } = await readFrom(snmp, { url, password: community, ...given });
  return { readings, passedOver: passedOver.map(({ device, trouble }) => [device, reasonOf(trouble)]) };
}

export const nothingBut = (device: string, reason: string) => ({
  readings: [],
  passedOver: [[device, reason]],
});
