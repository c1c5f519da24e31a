/** The maximum size of a request body. */
const largestBody = 1_048_576;

/**
 * A body of the maximum size: a unit that is repeated between a head and a tail. It is stored in this form so that it
 * can be shown in one line.
 */
const filled = (type, head, unit, tail) => {
  const room = largestBody - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return { type, head, unit, times: Math.floor(room / Buffer.byteLength(unit)), tail };
};

export const textOf = ({ head, unit, times, tail }) => head + unit.repeat(times) + tail;

const json = (head, unit, tail) => filled('application/json', head, unit, tail);

const csv = {
  'short lines': ['device,total\n', 'A,1\n', ''],
  'empty lines': ['device,total\n', '\n', ''],
  'lines of commas': ['device,total\n', ',\n', ''],
  'one long line': ['device,total\nA,1', ',1', '\n'],
  'one long field': ['device,total\nA', 'x', ',1\n'],
  quotes: ['device,total\nA,"', '""', '"\n'],
  'a quote that stays open': ['device,total\nA,"', '\n', ''],
  'a wide header': ['device,total', ',a', '\nA,1\n'],
  'faulty lines': ['device,total\n', ',x\n', ''],
};

const xml = {
  elements: ['<readings>', '<reading/>', '</readings>'],
  readings: ['<readings>', '<reading device="A" total="1"/>', '</readings>'],
  'unknown elements': ['<readings>', '<a/>', '</readings>'],
  attributes: ['<readings><reading', ' a=""', '/></readings>'],
  depth: ['<readings>', '<a>', ''],
  text: ['<readings>', 'x', '</readings>'],
  entities: ['<readings>', '&amp;', '</readings>'],
  comments: ['<readings>', '<!---->', '</readings>'],
  brackets: ['', '<', ''],
};

const generic = {
  blanks: ['{', ' ', '}'],
  'unknown fields': ['{"a":0', ',"a":0', '}'],
  depth: ['', '[', ''],
  'objects in objects': ['', '{"a":', ''],
  'a long text': ['{"a":"', 'x', '"}'],
  escapes: ['{"a":"', '\\u0041', '"}'],
  'many numbers': ['{"a":[0', ',0', ']}'],
  digits: ['{"a":1', '1', '}'],
};

const bodiesOf = (kinds, make) => Object.values(kinds).map((parts) => make(...parts));

/** For each field of a schema: the longest text and the most entries that fit. */
const ofFields = (properties) =>
  Object.keys(properties).flatMap((field) => [
    json(`{${JSON.stringify(field)}:"`, 'x', '"}'),
    json(`{${JSON.stringify(field)}:[{}`, ',{}', ']}'),
    json(`{${JSON.stringify(field)}:[1`, ',1', ']}'),
  ]);

const manyDeposits = json('{"deposits":[{"pages":1}', ',{"pages":1}', ']}');
const wordyDeposits = json(
  '{"deposits":[{"pages":1}',
  ',{"pages":1,"width":0.21,"length":0.297,"gsm":80}',
  ']}',
);
const manyReadings = json('{"readings":[{"device":"A","total":1}', ',{"device":"B","total":1}', ']}');

const manyJobs = json('{"csv":"job,sheets', '\\n1,1', '"}');

/** Valid bodies with the maximum number of entries, and with more. */
const known = {
  '/deposits/batch': [{ ...manyDeposits, times: 999 }, { ...wordyDeposits, times: 999 }, manyDeposits],
  '/deposits/import': [{ ...manyJobs, times: 10_000 }, manyJobs],
  '/feeds/{id}/readings': [{ ...manyReadings, times: 9_999 }, manyReadings],
};

/** The largest bodies for an operation that takes one. */
export function largestBodiesFor(template, { requestBody }, document) {
  const content = requestBody?.content;
  if (!content) return [];
  const { schema } = content['application/json'];
  const { properties = {} } = document.components.schemas[schema.$ref.split('/').at(-1)];
  return [
    ...bodiesOf(generic, json),
    ...ofFields(properties),
    ...(known[template] ?? []),
    ...('text/csv' in content ? bodiesOf(csv, (...parts) => filled('text/csv', ...parts)) : []),
    ...('application/xml' in content ? bodiesOf(xml, (...parts) => filled('application/xml', ...parts)) : []),
  ];
}

/** A file of deposits, as the dashboard sends it. */
export const largestImports = () =>
  Object.values({
    'short lines': ['pages\\n', '1\\n', ''],
    'empty lines': ['pages\\n', '\\n', ''],
    'one long line': ['pages\\n1', ',1', ''],
    'faulty lines': ['pages\\n', 'x\\n', ''],
    quotes: ['pages\\n\\"', '\\"\\"', '\\"'],
  }).map(([head, unit, tail]) => json(`{"csv":"${head}`, unit, `${tail}"}`));
