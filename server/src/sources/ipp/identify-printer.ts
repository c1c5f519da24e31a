import { cleanText } from '../../platform/text/clean-text.js';
import { parseSerialNumber } from '../serial-number.js';
import type { Origin } from '../source.js';
import type { Attributes } from './decode-response.js';

const longestUuid = 255;

/** The attributes that say which device it is. */
export const identityAttributes = ['printer-serial-number', 'printer-device-id', 'printer-uuid'];

export interface Identity {
  readonly device: string;
  readonly origin: Origin;
}

/**
 * Which device it is: by its serial number and its uuid. Two queues of a server may lead to the same device and each have a
 * counter of its own, so that the serial number alone does not tell.
 */
export function identifyPrinter(attributes: Attributes, address: string): Identity {
  const serial =
    serialOf(attributes['printer-serial-number']) ?? serialOf(fromDeviceId(attributes['printer-device-id']));
  const uuid = uuidIn(text(attributes['printer-uuid'], longestUuid));
  const name = [serial, uuid].filter((part) => part !== undefined).join(' ');
  // A printer that was the only one of its feed.
  const isRenamed = serial !== undefined && uuid !== undefined;
  return {
    device: name || address,
    origin: { address, slot: '', serial, uuid, ...(isRenamed && { formerName: serial }) },
  };
}

const serialOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? parseSerialNumber(value) : undefined;

/** Some firmware has the same uuid in all devices, of zeros and the like. */
const uuidIn = (uuid: string | undefined): string | undefined =>
  uuid !== undefined && new Set(uuid.replace(/^urn:uuid:|\W/gi, '')).size > 1 ? uuid : undefined;

/** From an id such as `MFG:Acme;MDL:Laser 5;SN:X1234;`, whose keys are known under several names. */
function fromDeviceId(id: unknown): string | undefined {
  return /(?:^|;)\s*(?:SN|SERN|SERIALNUMBER)\s*:([^;]*)/i.exec(text(id, 1023) ?? '')?.[1];
}

function text(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  return cleanText(value) || undefined;
}
