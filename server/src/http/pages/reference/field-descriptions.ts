import type { Schema } from './open-api.js';

/** With thousands separators: 1,000,000. */
export const grouped = (value: number | string): string => {
  const [whole = '', fraction] = String(value).split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time',
  date: 'date',
  email: 'email address',
  password: 'secret',
};

/** The type in one or two words. */
export function describeType({ type, format, items }: Schema, nameOf: (schema: Schema) => string): string {
  const types = typeof type === 'string' ? [type] : (type ?? ['object']);
  const words = types.map((name) => {
    if (name === 'array') return `list of ${items ? plural(nameOf(items)) : 'values'}`;
    return name === 'string' ? (formats[format ?? ''] ?? name) : name;
  });
  return words.join(' or ');
}

const plural = (word: string): string => (word === 'email address' ? 'email addresses' : `${word}s`);

/** The constraints of a value, in words. */
export function describeConstraints(schema: Schema): string[] {
  return [
    rangeWords(schema),
    schema.multipleOf !== undefined && schema.multipleOf < 1
      ? `at most ${String(-Math.round(Math.log10(schema.multipleOf)))} decimals`
      : undefined,
    lengthWords(schema),
    schema.enum &&
      `one of ${schema.enum
        .filter((value) => value !== null)
        .map(code)
        .join(', ')}`,
    schema.const !== undefined ? `always ${code(schema.const)}` : undefined,
    schema.pattern !== undefined ? `matches ${code(schema.pattern)}` : undefined,
    schema.maxItems !== undefined
      ? `${schema.minItems === undefined ? 'up to' : `${schema.minItems} to`} ${grouped(schema.maxItems)} entries`
      : undefined,
  ].filter((words) => words !== undefined);
}

const code = (value: unknown): string => `\`${String(value)}\``;

function rangeWords({ minimum, exclusiveMinimum, maximum }: Schema): string | undefined {
  const upTo = maximum === undefined ? undefined : `up to ${grouped(maximum)}`;
  if (minimum !== undefined) {
    const least = grouped(minimum).replace('-', '−');
    return maximum === undefined ? `at least ${least}` : `${least} to ${grouped(maximum)}`;
  }
  if (exclusiveMinimum === undefined) return upTo;
  return [`above ${grouped(exclusiveMinimum)}`, upTo].filter((words) => words !== undefined).join(', ');
}

function lengthWords({ minLength, maxLength }: Schema): string | undefined {
  if (maxLength !== undefined) return `up to ${grouped(maxLength)} characters`;
  return minLength === undefined ? undefined : `at least ${grouped(minLength)} characters`;
}
