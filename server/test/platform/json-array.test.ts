import { expect, it } from 'vitest';
import { jsonArrayElements } from '../../src/platform/text/json-array.js';

it.each([
  ['[]', []],
  [' [ ] ', []],
  ['[1]', ['1']],
  ['[{"a":[1,2]},\n {"b":{}} ]', ['{"a":[1,2]}', '{"b":{}}']],
  ['[{"pages":12345678901234567890.10}]', ['{"pages":12345678901234567890.10}']],
  [String.raw`["a,]\"}","\\",[","]]`, [String.raw`"a,]\"}"`, String.raw`"\\"`, '[","]']],
])('divides %s', (text, elements) => {
  expect(jsonArrayElements(text)).toEqual(elements);
});
