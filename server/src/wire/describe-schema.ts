import { firstYear, lastYear } from '../platform/time/days.js';

/** The parts of a JSON schema that are used here. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly decimals?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const years = `from ${firstYear} to ${lastYear}`;

const ofFormat: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  timestamp: `a timestamp such as 2026-10-31T23:59:59Z, or a date such as 2026-10-31, ${years}`,
  day: `a date such as 2026-10-31, ${years}`,
  email: 'an email address',
  integration: 'the name of an integration: 1 to 64 characters of a-z, 0-9 and _, not starting with _',
  'web-address': 'an address that begins with https:// or http://',
  slug: '3 to 64 characters of a-z, 0-9 and -',
  screen: 'the address of a screen, such as /accounts',
  whole: 'a whole number',
  year: 'a year such as 2026',
};

/** Describes what a field accepts, for error messages. */
export function describeSchema(schema: FieldSchema): string {
  const types = [schema.type ?? 'object'].flat();
  const words = schema.enum ? oneOf(schema.enum) : ofType(types[0] ?? 'object', schema);
  return types.includes('null') ? `${words}, or null` : words;
}

function ofType(type: string, schema: FieldSchema): string {
  switch (type) {
    case 'integer':
      return `a whole number${bounds(schema)}`;
    case 'number':
      return `a number${bounds(schema)}`;
    case 'string':
      return ofFormat[schema.format ?? ''] ?? text(schema);
    case 'boolean':
      return 'true or false';
    case 'array':
      return `an array${size(schema)}`;
    default:
      return 'a JSON object';
  }
}

const oneOf = (values: readonly (string | null)[]): string =>
  `one of ${values.filter((value) => value !== null).join(', ')}`;

function bounds({ minimum, exclusiveMinimum, maximum, decimals }: FieldSchema): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  const above = exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`;
  const to = maximum === undefined ? '' : `${above === '' ? '' : ' and'} up to ${maximum}`;
  return from + above + to + (decimals === undefined ? '' : ` with at most ${decimals} decimals`);
}

const text = ({ minLength = 0, maxLength = 0 }: FieldSchema): string =>
  `text of ${minLength} to ${maxLength} characters, without control characters`;

function size({ minItems, maxItems }: FieldSchema): string {
  if (maxItems === undefined) return '';
  return minItems === undefined
    ? ` of at most ${maxItems} entries`
    : ` of ${minItems} to ${maxItems} entries`;
}
