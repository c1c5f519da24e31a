import fc from 'fast-check';
import { kindOfField } from './known-ids.mjs';

/** A reference to a known resource, mostly of the kind that the field's name suggests. */
export const idOf = (kind) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.nat(39).map((at) => `«${kind}:${at}»`) },
    { weight: 1, arbitrary: fc.nat(999).map((at) => `«any:${at}»`) },
    { weight: 1, arbitrary: fc.uuid() },
  );

const instants = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2026-12-31'),
  noInvalidDate: true,
});
const timestamp = instants.map((date) => `${date.toISOString().slice(0, 19)}Z`);
const day = instants.map((date) => date.toISOString().slice(0, 10));

/** Only local addresses: no request may leave the machine. */
const address = fc
  .tuple(
    fc.constantFrom('http', 'https', 'ipp', 'ipps', 'snmp'),
    fc.constantFrom('127.0.0.1', '[::1]', '10.1.2.3', '169.254.169.254', '192.168.0.1:8080', '0.0.0.0'),
    fc.constantFrom('', '/', '/rpc/api/xmlrpc', '/ipp/print', '?a=b#c'),
  )
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);

const email = fc.nat(1_000_000).map((number) => `person${number}@example.com`);
const integration = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('fmaudit', 'printfleet') },
  { weight: 1, arbitrary: fc.constantFrom('papercut', 'print_tracker', 'snmp', 'ipp') },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9][a-z0-9_]{0,10}$/) },
);

const line = (maxLength = 255) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.nat(1_000_000).map((number) => `Name ${number}`) },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 60) })
        .map((text) => text.trim() || 'x'),
    },
  );

function text({ format, pattern, maxLength }, name) {
  if (format === 'uuid') return idOf(kindOfField(name));
  // In requests, times may be plain dates, which the document says only in prose.
  if (format === 'date-time') return fc.oneof(timestamp, day);
  if (format === 'date') return day;
  if (format === 'email') return email;
  if (pattern !== undefined) return integration;
  return name === 'url' ? address : line(maxLength);
}

function number({ minimum, exclusiveMinimum, maximum, multipleOf }, isWhole) {
  const lowest = minimum ?? exclusiveMinimum ?? -1e9;
  const highest = maximum ?? 1e9;
  const small = fc.integer({ min: Math.max(Math.ceil(lowest), -50) || 1, max: Math.min(highest, 5_000) });
  if (isWhole) {
    return fc.oneof(
      { weight: 4, arbitrary: small },
      { weight: 1, arbitrary: fc.constantFrom(lowest, highest) },
      { weight: 1, arbitrary: fc.integer({ min: lowest, max: highest }) },
    );
  }
  const places = multipleOf === undefined ? 4 : Math.round(-Math.log10(multipleOf));
  const fraction = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: places }));
  return fc.oneof(
    { weight: 4, arbitrary: small },
    { weight: 4, arbitrary: fraction.map(([digits, place]) => Number(`${digits}e-${place}`)) },
    { weight: 1, arbitrary: fc.constantFrom(highest, 1e-6, 1e-12) },
  );
}

/** Optional fields are mostly omitted, so that fields that exclude each other rarely occur together. */
function fields({ properties = {}, required = [] }, document) {
  const absent = Symbol('absent');
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = valueOf(schema, document, name);
    if (required.includes(name)) return value;
    return fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant(absent) },
      { weight: 1, arbitrary: value },
    );
  });
  const names = Object.keys(properties);
  return fc
    .tuple(...entries)
    .map((values) =>
      Object.fromEntries(names.map((name, at) => [name, values[at]]).filter(([, value]) => value !== absent)),
    );
}

/** A value that matches a schema of the document. */
export function valueOf(schema, document, name = '') {
  if (schema.$ref) return valueOf(document.components.schemas[schema.$ref.split('/').at(-1)], document, name);
  const { anyOf, ...rest } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((one) => valueOf({ ...rest, ...one }, document, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    const [main, ...others] = schema.type.map((type) => valueOf({ ...schema, type }, document, name));
    return fc.oneof({ weight: 6, arbitrary: main }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return number(schema, schema.type === 'integer');
    case 'array':
      return fc.array(valueOf(schema.items, document, name), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'object':
      return fields(schema, document);
    default:
      return text(schema, name);
  }
}
