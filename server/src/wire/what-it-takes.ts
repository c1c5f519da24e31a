import { firstYear, lastYear } from './times.js';

type Schema = Readonly<Record<string, unknown>>;

const years = `from ${String(firstYear)} to ${String(lastYear)}`;

const ofFormat: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  timestamp: `a timestamp such as 2026-10-31T23:59:59Z, or a date such as 2026-10-31, ${years}`,
  day: `a date such as 2026-10-31, ${years}`,
  email: 'an e-mail address',
  integration: 'the name of an integration: 1 to 64 of a-z, 0-9 and _, not beginning with _',
  whole: 'a whole number',
};

/** Says in words what a field's schema accepts, for the message that refuses something else. */
export function whatItTakes(schema: Schema): string {
  const types = [schema['type']].flat();
  const words = Array.isArray(schema['enum']) ? oneOf(schema['enum']) : ofType(String(types[0]), schema);
  return types.includes('null') ? `${words}, or null` : words;
}

function ofType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return `a whole number${bounds(schema)}`;
    case 'number':
      return `a number${bounds(schema)}`;
    case 'string':
      return ofFormat[String(schema['format'])] ?? text(schema);
    case 'array':
      return `an array${size(schema)}`;
    default:
      return 'a JSON object';
  }
}

const oneOf = (values: readonly unknown[]): string =>
  `one of ${values.filter((value) => value !== null).join(', ')}`;

function bounds(schema: Schema): string {
  const { minimum, exclusiveMinimum, maximum, decimals } = schema;
  const from = minimum !== undefined ? ` from ${String(minimum)}` : '';
  const above = exclusiveMinimum !== undefined ? ` above ${String(exclusiveMinimum)}` : '';
  const to = maximum !== undefined ? `${above === '' ? '' : ' and'} up to ${String(maximum)}` : '';
  return from + above + to + (decimals !== undefined ? ` with at most ${String(decimals)} decimals` : '');
}

const text = ({ minLength, maxLength }: Schema): string =>
  `text of ${String(minLength ?? 0)} to ${String(maxLength)} characters, without control characters`;

function size({ minItems, maxItems }: Schema): string {
  if (minItems !== undefined) return ` of ${String(minItems)} to ${String(maxItems)} entries`;
  return maxItems !== undefined ? ` of at most ${String(maxItems)} entries` : '';
}
