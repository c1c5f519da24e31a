import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatEntry } from '../../server/src/platform/tlog/format.js';
import {
  accountHash,
  canonicalJson,
  isKnownEntry,
  parseEntry,
  type Entry,
  type JsonValue,
} from '../src/index.js';
import { codeOf, issued } from './support/example-log.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('canonical JSON', () => {
  it('is written as in RFC 8785', () => {
    // The sorting of section 3.2.3 and the strings of section 3.2.2.
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
    expect(canonicalJson('\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f')).toBe(
      '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    );
    expect(canonicalJson([null, true, false, 0, -1, 9_007_199_254_740_991, [], {}])).toBe(
      '[null,true,false,0,-1,9007199254740991,[],{}]',
    );
  });

  it('is read by others as the same value, and written only in one way', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
    );
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const text = canonicalJson(one);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(canonicalJson(JSON.parse(text) as JsonValue)).toBe(text);
      }),
    );
  });

  it.each([
    ['a fraction', 0.5],
    ['a number that is not exact', 2 ** 53],
    ['no number', NaN],
    ['infinity', Infinity],
    ['undefined', undefined],
    ['a missing field', { a: undefined }],
    ['a bigint', 1n],
    ['an unpaired surrogate', '\ud800'],
    ['an unpaired surrogate in a key', { '\udc00': 1 }],
    ['a function', () => 1],
  ])('is not written for %s', async (_, value) => {
    expect(await codeOf(() => canonicalJson(value as JsonValue))).toBe('malformed-entry');
  });
});

describe('an entry', () => {
  const text = textOf(formatEntry(issued(1)));

  it('has its fields in one order', () => {
    expect(text).toBe(
      `{"account":"${'ab'.repeat(32)}","at":"2026-03-01T00:00:00.000Z","date":"2026-02-28","id":"certificate-1",` +
        '"methodology":"methodology-1","pages":943,"project":{"id":"project-1","name":"Río Negro"},"trees":"0.113164",' +
        '"type":"certificate.issued","v":1}',
    );
    expect(parseEntry(bytesOf(text))).toEqual(issued(1));
  });

  const at = '2026-03-01T00:00:00Z';
  it.each<Entry>([
    { v: 1, type: 'certificate.withdrawn', id: 'a', at },
    { v: 1, type: 'methodology.adopted', id: 'a', at, factors: { pages_per_tree: '8333' } },
    {
      v: 1,
      type: 'credits.imported',
      at,
      serial: 'X-1-9',
      vintage: { start: '2020-01-01', end: '2020-12-31' },
      tonnes: '9.000000',
    },
    { v: 1, type: 'credits.allocated', at, offset: 'a', serials: ['X-1-2'], tonnes: '1.500000' },
    {
      v: 1,
      type: 'planting.recorded',
      id: 'a',
      at,
      reference: 'P-1',
      project: { id: 'b', name: 'Forest' },
      planted_on: '2024-05-01',
      trees: '1000.000000',
      partner: 'Green Hands',
      species: ['Olea africana'],
      survival: [{ audited_on: '2025-05-01', rate: '0.900000', auditor: 'Tree Counters' }],
      polygon: null,
    },
    {
      v: 1,
      type: 'credits.retired',
      id: 'a',
      at,
      serial: 'X-1-2',
      tonnes: '2.000000',
      retired_on: '2026-03-02',
      registry_url: null,
    },
  ])('may be $type', (entry) => {
    expect(parseEntry(formatEntry(entry))).toEqual(entry);
    expect(isKnownEntry(entry)).toBe(true);
  });

  it('may be of a type or version that is not known yet, or have further fields', () => {
    for (const entry of [
      { v: 1, type: 'forest.inspected', by: ['somebody'] },
      { v: 1, type: 'toString' },
      { v: 2, type: 'certificate.issued' },
    ]) {
      expect(parseEntry(formatEntry(entry))).toEqual(entry);
      expect(isKnownEntry(entry)).toBe(false);
    }
    const more = { ...issued(1), colour: 'green' };
    expect(parseEntry(formatEntry(more))).toEqual(more);
  });

  it('has the digits of pages that a number would not tell exactly', () => {
    for (const pages of ['9007199254740993', '9223372036854775807'])
      expect(parseEntry(formatEntry({ ...issued(1), pages }))).toEqual({ ...issued(1), pages });
  });

  it.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['null', 'null'],
    ['no version', '{"type":"other"}'],
    ['no type', '{"v":1}'],
    ['a space', text.replace(':', ': ')],
    ['a newline at its end', `${text}\n`],
    ['a byte order mark', `\ufeff${text}`],
    ['another order', text.replace(/^\{("account":"\w+"),("at":"[^"]+")/, '{$2,$1')],
    ['a field twice', text.replace('"v":1', '"v":1,"v":1')],
    ['an escape that is not needed', text.replace('í', '\\u00ed')],
    ['a fraction', text.replace('943', '943.5')],
    ['a number in another form', text.replace('943', '9.43e2')],
    ['a negative zero', text.replace('943', '-0')],
    ['pages below zero', text.replace('943', '-1')],
    ['pages from 2^53 on as a number', text.replace('943', '9007199254740992')],
    ['pages with a leading zero', text.replace('943', '"09007199254740993"')],
    ['pages that are no digits', text.replace('943', '"many"')],
    ['five decimals', text.replace('0.113164', '0.11316')],
    ['trees as a number', text.replace('"0.113164"', '1')],
    ['no account', text.replace(/"account":"\w+",/, '')],
    ['a short account', text.replace('abab', '')],
    ['another time', text.replace('T00', ' 00')],
    ['another date', text.replace('"2026-02-28"', '"28.2.2026"')],
    ['a project without name', text.replace(',"name":"Río Negro"', '')],
    ['deep nesting', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)},"type":"other","v":1}`],
    ['too many bytes', `{"a":"${'x'.repeat(65_536)}","type":"other","v":1}`],
  ])('is refused with %s', async (_, changed) => {
    expect(await codeOf(() => parseEntry(bytesOf(changed)))).toBe('malformed-entry');
  });

  it('is refused if it is not UTF-8', async () => {
    const bytes = bytesOf(text);
    bytes[12] = 0xff;
    expect(await codeOf(() => parseEntry(bytes))).toBe('malformed-entry');
  });
});

describe('the hash of an account', () => {
  it('is that of the salt and the name', async () => {
    const salt = new Uint8Array(32).fill(5);
    const expected = createHash('sha256').update(salt).update('Müller & Söhne', 'utf8').digest('hex');
    expect(await accountHash(salt, 'Müller & Söhne')).toBe(expected);
    expect(await codeOf(() => accountHash(salt.subarray(1), 'a'))).toBe('out-of-range');
  });
});
