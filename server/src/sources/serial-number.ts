import { cleanText } from '../platform/text/clean-text.js';

/** As long as the longest that RFC 3805 allows. */
const longestSerial = 255;

/** What factories, drivers and firmware write where a serial number should be, in lower case and without punctuation. */
const fillers: ReadonlySet<string> = new Set(
  `na none null nil empty blank unknown unk undefined unspecified unassigned unavailable unsupported invalid error
  notavailable notapplicable notspecified notassigned notset notdefined notsupported notpresent notfound notknown
  noserial noserialno noserialnumber serial serialno serialnum serialnumber systemserialnumber deviceserialnumber
  printerserialnumber default defaultstring factorydefault tobefilledbyoem oem tbd tba todo test testing sample example
  dummy placeholder temp string number printer device false true xxx`.split(/\s+/),
);

const upwards = '01234567890123456789';
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const backwards = (text: string): string => Array.from(text).reverse().join('');
const rows = [upwards, backwards(upwards), alphabet, backwards(alphabet)];

/** A row such as 123456; shorter ones may well be what somebody has counted up to. */
const shortestRow = 4;

/**
 * The serial number in a text, if it is one. Where the factory has entered nothing there often stands something, and the
 * same in every device: taken for a serial number it would make one device of many.
 */
export function parseSerialNumber(value: string): string | undefined {
  if (value.length > longestSerial) return undefined;
  const text = cleanText(value);
  return text !== '' && !isFiller(text) ? text : undefined;
}

function isFiller(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return [letters, letters.replace(/^(?:serial(?:number|num|no)?|sn)/, '')].some(
    (rest) => fillers.has(rest) || /^[0x]*$/.test(rest) || new Set(rest).size < 2 || isRow(rest),
  );
}

const isRow = (text: string): boolean => text.length >= shortestRow && rows.some((row) => row.includes(text));
