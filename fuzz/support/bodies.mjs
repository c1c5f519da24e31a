import fc from 'fast-check';
import { fillRaw, hostileValue, unusualText } from './hostile-values.mjs';
import { valueOf } from './values.mjs';

const json = (value) => ({ type: 'application/json', text: fillRaw(JSON.stringify(value)) });

/** Each changes one aspect of a valid body. */
const changes = {
  replace: (body, name, value) => ({ ...body, [name]: value }),
  remove: (body, name) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== name)),
  add: (body, _, value) => ({ ...body, unheard_of: value }),
  nest: (body, name) => ({ ...body, [name]: [body[name]] }),
  wrap: (body) => [body],
  inside: (body, name, value) => {
    const [first, ...more] = Array.isArray(body[name]) ? body[name] : [];
    const [inner] = Object.keys(first ?? {});
    return first ? { ...body, [name]: [{ ...first, [inner ?? 'mass']: value }, ...more] } : body;
  },
};

const nearly = (fitting, names) =>
  fc
    .record({
      body: fitting,
      change: fc.constantFrom(...Object.values(changes)),
      name: fc.constantFrom(...names, 'id'),
      value: hostileValue,
    })
    .map(({ body, change, name, value }) => json(change(body, name, value)));

const twice = (fitting, names) =>
  fc.tuple(fitting, fc.constantFrom(...names, 'id'), hostileValue).map(([body, name, value]) => {
    const { type, text } = json(body);
    return { type, text: fillRaw(`{${JSON.stringify(name)}:${JSON.stringify(value)},${text.slice(1)}`) };
  });

const mediaType = fc.constantFrom(
  ...[
    'application/json; charset=utf-16',
    'text/plain',
    'application/xml',
    'text/xml',
    'text/csv',
    'multipart/form-data',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    '',
    ';',
    'application/json/x',
    '*/*',
    'ä',
    'a'.repeat(500),
  ],
);

const bytes = fc.oneof(
  fc.constantFrom(
    '\xff\xfe',
    '\xc3\x28',
    '\xed\xa0\x80',
    '"\xff"',
    '{"pages":1\xc0\x80}',
    '\x00',
    '\xef\xbb\xbf{}',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
);

const cut = fc.tuple(fc.nat(60), fc.constantFrom(0, 1, 2));

/** Texts of any media type derived from a valid body: truncated, in another encoding, in another format. */
const junk = (fitting) =>
  fc.oneof(
    fc.tuple(fitting, cut).map(([body, [at, drop]]) => {
      const { type, text } = json(body);
      return { type, text: text.slice(0, at) + text.slice(at + drop) };
    }),
    fc.tuple(mediaType, fitting).map(([type, body]) => ({ ...json(body), type })),
    bytes.map((latin1) => ({ type: 'application/json', latin1 })),
    fitting.map((body) => ({
      type: 'application/json; charset=utf-16le',
      latin1: Buffer.from(JSON.stringify(body), 'utf16le').toString('latin1'),
    })),
    fc.tuple(mediaType, unusualText).map(([type, text]) => ({ type, text })),
    hostileValue.map(json),
  );

const cell = fc.oneof(
  fc.constantFrom(
    'A',
    '10',
    '2000',
    'sheets',
    'impressions',
    'true',
    '2026-01-01',
    '"a,b"',
    '"',
    '""',
    ' ',
    '-1',
    '1e3',
  ),
  unusualText.map((text) => text.slice(0, 300)),
);
const csv = fc
  .tuple(
    fc.constantFrom(
      'device,total',
      'device;total',
      'device,total,unit,managed,read_at',
      'total',
      'device,device',
      '',
    ),
    fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 4 }),
  )
  .map(([header, rows]) => ({
    type: 'text/csv',
    text: [header, ...rows.map((row) => row.join(','))].join('\n'),
  }));
const markup = fc
  .tuple(
    fc.constantFrom(
      '<a>',
      '<readings>',
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;',
      '<a '.repeat(300),
    ),
    unusualText,
    fc.constantFrom('</a>', '</readings>', '', ']]>', '<a>'.repeat(2_000)),
  )
  .map(([open, text, close]) => ({ type: 'application/xml', text: open + text + close }));
const formats = { 'text/csv': csv, 'application/xml': markup };

/** Bodies for an operation: valid, almost valid, and invalid ones. */
export function bodiesFor({ requestBody }, document) {
  const content = requestBody?.content;
  // Operations without a body sometimes get one.
  if (!content) {
    const empty = fc.constant({});
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: junk(empty) },
      { weight: 1, arbitrary: hostileValue.map(json) },
    );
  }
  const { schema } = content['application/json'];
  const fitting = valueOf(schema, document);
  const { properties = {} } = document.components.schemas[schema.$ref.split('/').at(-1)];
  const names = Object.keys(properties);
  const others = Object.keys(content).flatMap((type) => formats[type] ?? []);
  return fc.oneof(
    { weight: 10, arbitrary: fitting.map(json) },
    { weight: 6, arbitrary: nearly(fitting, names) },
    { weight: 1, arbitrary: twice(fitting, names) },
    { weight: 2, arbitrary: junk(fitting) },
    ...others.map((arbitrary) => ({ weight: 3, arbitrary })),
  );
}
