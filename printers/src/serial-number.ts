import { cleanText } from './clean-text.js';

/** The maximum of RFC 3805. */
const maxLength = 255;

/** Placeholders that factories, drivers and firmware use instead of a serial number, in lower case and without punctuation. */
const placeholders: ReadonlySet<string> = new Set(
  `na none null nil empty blank unknown unk undefined unspecified unassigned unavailable unsupported invalid error
  notavailable notapplicable notspecified notassigned notset notdefined notsupported notpresent notfound notknown
  noserial noserialno noserialnumber serial serialno serialnum serialnumber systemserialnumber deviceserialnumber
  printerserialnumber default defaultstring factorydefault tobefilledbyoem oem tbd tba todo test testing sample example
  dummy placeholder temp string number printer device false true xxx`.split(/\s+/),
);

const digits = '01234567890123456789';
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const reversed = (text: string): string => Array.from(text).reverse().join('');
const sequences = [digits, reversed(digits), alphabet, reversed(alphabet)];

/** A sequence such as 123456 is a placeholder; a shorter one may be a real serial number. */
const minSequenceLength = 4;

/**
 * The serial number in a text, or undefined for a placeholder. Devices without a serial number often all report the same
 * placeholder, and would be treated as one device.
 */
export function parseSerialNumber(value: string): string | undefined {
  if (value.length > maxLength) return undefined;
  const text = cleanText(value);
  return text !== '' && !isPlaceholder(text) ? text : undefined;
}

function isPlaceholder(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return [letters, letters.replace(/^(?:serial(?:number|num|no)?|sn)/, '')].some(
    (rest) => placeholders.has(rest) || /^[0x]*$/.test(rest) || new Set(rest).size < 2 || isSequence(rest),
  );
}

const isSequence = (text: string): boolean =>
  text.length >= minSequenceLength && sequences.some((sequence) => sequence.includes(text));
