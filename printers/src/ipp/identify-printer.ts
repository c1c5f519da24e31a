import { cleanText } from '../clean-text.js';
import { parseSerialNumber } from '../serial-number.js';
import type { Origin } from '../source.js';
import type { Attributes } from './decode-response.js';

const maxUuidLength = 255;

export const identityAttributes = ['printer-serial-number', 'printer-device-id', 'printer-uuid'];

export interface Identity {
  readonly device: string;
  readonly origin: Origin;
}

/**
 * Identifies a printer by its serial number and its UUID. The serial number alone is not enough: two queues of a server may
 * belong to the same device, each with a counter of its own.
 */
export function identifyPrinter(attributes: Attributes, address: string): Identity {
  const serial =
    serialOf(attributes['printer-serial-number']) ?? serialOf(fromDeviceId(attributes['printer-device-id']));
  const uuid = uuidIn(text(attributes['printer-uuid'], maxUuidLength));
  const name = [serial, uuid].filter((part) => part !== undefined).join(' ');
  // Earlier versions used the serial number alone for the only printer of a feed.
  const isRenamed = serial !== undefined && uuid !== undefined;
  return {
    device: name || address,
    origin: { address, slot: '', serial, uuid, ...(isRenamed && { formerName: serial }) },
  };
}

const serialOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? parseSerialNumber(value) : undefined;

/** Some firmware reports the same UUID for all devices, such as one of zeros. */
const uuidIn = (uuid: string | undefined): string | undefined =>
  uuid !== undefined && new Set(uuid.replace(/^urn:uuid:|\W/gi, '')).size > 1 ? uuid : undefined;

/** The serial number in an IEEE 1284 device id such as `MFG:Acme;MDL:Laser 5;SN:X1234;`. */
function fromDeviceId(id: unknown): string | undefined {
  return /(?:^|;)\s*(?:SN|SERN|SERIALNUMBER)\s*:([^;]*)/i.exec(text(id, 1023) ?? '')?.[1];
}

function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  return cleanText(value) || undefined;
}
