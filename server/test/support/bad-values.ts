import { unknownId } from './refusal.js';

const wrongTypes = ['true', '{}', '[]', '["text"]'];
const notText = [...wrongTypes, '12', '1.5'];

const text = [
  ...notText,
  '""',
  '"   "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"a\\nb"',
  '"a\\u0007b"',
  '"a\\u007fb"',
  '"a\\u0085b"',
  '"a\\u009bb"',
  '"a\\u2028b"',
  '"a\\u202eb"',
  '"a\\u2066b"',
  '"\\ud800"',
  '"a\\udc00b"',
];
const ofLength = (length: number): string => `"${'x'.repeat(length)}"`;

const number = [...wrongTypes, '""', '"12"', '"NaN"', '1e300', '-1e300', '1e999', '-1e999'];
const positive = [...number, '0', '-1', '-0.5', '-1e-300'];

const dates = [
  '"2026-02-30"',
  '"2027-02-29"',
  '"2026-13-01"',
  '"2026-00-10"',
  '"2026-1-1"',
  '"2026-02-30T10:00:00Z"',
  '"2026-01-01T10:00:00"',
  '"2026-01-01T24:00:00Z"',
  '"2026-01-01T10:60:00Z"',
  '"2026-01-01T10:00:00+25:00"',
  '"2026-01-01 10:00:00"',
  '"2026-01-01T10:00:00Z\\u0000"',
  '"0001-01-01"',
  '"0000-00-00"',
  '"9999-12-31T23:59:59Z"',
  '"+012026-01-01"',
  '"-infinity"',
  '"yesterday"',
  '"31/10/2026"',
  '""',
  '1793404800',
  ...wrongTypes,
];

const names = [...text, '"Capital"', '"with space"', '"_first"', '"a-b"', ofLength(65)];
const words = [...notText, '""', '"ALL"', '"xx"', '"en-GB"', '"zh-cn"'];

/** JSON texts that a field of each kind must refuse. */
export const badValues = {
  line: [...text, ofLength(256)],
  longLine: [...text, ofLength(4001)],
  url: [
    ...text,
    ofLength(2049),
    '"not an address"',
    '"//host"',
    '"javascript:alert(1)"',
    '"file:///etc/passwd"',
  ],
  email: [...text, ofLength(250), '"a"', '"a@b"', '"@b.co"', '"a@b@c.co"', '"a b@c.co"', '"a@b..co"'],
  secret: [...notText, '""', '"a\\u0000b"', '"\\ud800"', ofLength(1025)],
  integration: names,
  word: words,
  id: [
    ...notText,
    '""',
    '"x"',
    `"{${unknownId}}"`,
    `" ${unknownId} "`,
    `"${unknownId.replaceAll('-', '')}"`,
    `"${unknownId}0"`,
  ],
  date: dates,
  integer: [...number, '1.5', '9007199254740993'],
  truth: ['"true"', '1', '0', '""', '{}', '[]'],
  count: [...number, '1.5', '9007199254740993', '-1'],
  positiveInteger: [...positive, '1.5', '9007199254740993'],
  positive,
  percentage: [...positive, '100.01', '33.333'],
  flag: ['1', '0', '""', '"true"', '"on"', '{}', '[]', '[true]'],
  file: notText,
  list: ['true', '"text"', '12', '{}', '{"0":{}}', '[null]', '[[]]', '["x"]', '[12]'],
};

export type Kind = keyof typeof badValues;
