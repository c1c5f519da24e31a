import type { TSchema } from '@sinclair/typebox';
import { InvalidArgumentError } from 'commander';
import { isOriginName } from '../platform/config/transparency-settings.js';
import { parseDay } from '../platform/time/days.js';
import { decimal } from '../platform/decimals.js';
import { isUuid } from '../platform/ids.js';
import { parseMonth } from '../platform/time/months.js';
import { Email as EmailSchema, SingleLineText } from '../wire/fields.js';
import { isWebAddress } from '../platform/text/web-address.js';
import { parseTimestamp } from '../wire/times.js';
import { compileSchema } from '../wire/validation.js';
import { describeSchema, type FieldSchema } from '../wire/describe-schema.js';

// Readers for the values of options and arguments. They run before anything is opened, and an invalid value is a usage
// error.

const refuse = (expected: string): never => {
  throw new InvalidArgumentError(`It must be ${expected}.`);
};

/** Ids are stored and compared in lower case. */
export const readId = (text: string): string =>
  isUuid(text) ? text.toLowerCase() : refuse('an id (a UUID)');

/** Separated by commas; an empty text means none. */
export const readIds = (text: string): string[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((id) => (isUuid(id) ? id.toLowerCase() : refuse('ids (UUIDs), separated by commas')));

export const readMonth = (text: string): Date => parseMonth(text) ?? refuse('a month such as 2026-10');

export const readDay = (text: string): Date => parseDay(text) ?? refuse('a day such as 2026-10-31');

export const readTime = (text: string): Date =>
  parseTimestamp(text) ?? refuse('a day such as 2026-10-01 or a time such as 2026-10-01T08:00:00Z');

export const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : refuse(`a whole number from ${from} to ${to}`);
  };

/** Copied from a file or a mail, a value may have a line end. */
export const trimmed = (text: string): string => text.trim();

export const readWebAddress = (text: string): string =>
  isWebAddress(text) ? text : refuse('an address such as http://localhost:3000/webhooks');

/** Some of these, separated by commas. Shells complete what is `known`. */
export function choices(known: readonly string[]): ((text: string) => string[]) & { known: typeof known } {
  const read = (text: string): string[] => {
    const chosen = text.split(',').map((one) => one.trim());
    const unknown = chosen.find((one) => !known.includes(one));
    return unknown === undefined
      ? chosen
      : refuse(`some of ${known.join(', ')}, separated by commas, but "${unknown}" is not`);
  };
  return Object.assign(read, { known });
}

/** For arguments that take several values. */
export const repeatable =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[] | undefined): T[] => [...(before ?? []), read(text)];

/** A price, or an empty text for the default. */
export function readPrice(text: string): string {
  if (text === '') return '';
  return /^\d{1,6}(\.\d{1,10})?$/.test(text)
    ? decimal(text).toFixed()
    : refuse('a price such as 0.0003, or "" for the default');
}

/** Accepts what the API accepts for a field of this schema, trimmed the same way. */
export function fieldOf(schema: TSchema): (text: string) => string {
  const validate = compileSchema({ type: 'object', properties: { value: schema } });
  return (text) => {
    const input = { value: text };
    return validate(input) ? input.value : refuse(describeSchema(schema as FieldSchema));
  };
}

export const readOrigin = (text: string): string =>
  isOriginName(text) ? text : refuse('a name without spaces and plus signs, such as trees.example.com/log-2');

export const readLine = fieldOf(SingleLineText(255));
export const readEmail = fieldOf(EmailSchema);
