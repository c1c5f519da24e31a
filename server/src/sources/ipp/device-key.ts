import { cleanText } from '../../platform/clean-text.js';
import type { Attributes } from './decode-answer.js';

const longestKey = 255;

/** The attributes that say which device it is. */
export const identity = ['printer-serial-number', 'printer-device-id', 'printer-uuid'];

/**
 * The serial number. Where several queues of a server are read, two of them may lead to the same device and each have a
 * counter of its own, so that a queue's uuid, if there is one, is part of the key.
 */
export function deviceKey(attributes: Attributes, place: string, isAlone: boolean): string {
  const serial =
    serialIn(attributes['printer-serial-number']) ?? serialIn(fromDeviceId(attributes['printer-device-id']));
  const uuid = text(attributes['printer-uuid']);
  if (serial === undefined) return uuid ?? place;
  return isAlone || uuid === undefined ? serial : `${serial} ${uuid}`;
}

/** Some devices fill the field with zeros. */
function serialIn(value: unknown): string | undefined {
  const serial = text(value);
  return serial !== undefined && /[^0\W]/.test(serial) ? serial : undefined;
}

/** From an id such as `MFG:Acme;MDL:Laser 5;SN:X1234;`, whose keys are known under several names. */
function fromDeviceId(id: unknown): string | undefined {
  return /(?:^|;)\s*(?:SN|SERN|SERIALNUMBER)\s*:([^;]*)/i.exec(text(id, 1023) ?? '')?.[1];
}

function text(value: unknown, longest = longestKey): string | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined;
  return cleanText(value) || undefined;
}
