import type { Reading } from '@regrove/printers/source';

/** Networks have the same private addresses, so an address means something only together with the agent that calls it. */
export const agentAddress = (agentId: string, address: string): string =>
  `${agentAddressPrefix(agentId)}${address}`;

/** How the addresses of an agent begin. */
export const agentAddressPrefix = (agentId: string): string => `${agentId}/`;

/** The agent that calls an address. */
export const agentOfAddress = (address: string): string => address.slice(0, address.indexOf('/'));

/** How agents name a device that reports neither a serial number nor a UUID. */
const addressForm = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\d{1,5}(?:\/|$)/;

/**
 * A reading with names that are unique in the feed. Agents of earlier versions do not tell where they read a device: those of their
 * names that are addresses are found by their form.
 */
export function qualifyReading<One extends Reading>(agentId: string, reading: One): One {
  const { device, origin } = reading;
  const isNamedByAddress = origin
    ? origin.serial === undefined && origin.uuid === undefined
    : addressForm.test(device);
  return {
    ...reading,
    ...(isNamedByAddress && { device: agentAddress(agentId, device) }),
    ...(origin && { origin: { ...origin, address: agentAddress(agentId, origin.address) } }),
  };
}
