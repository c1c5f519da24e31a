import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/faults/random.js';
import { prettyPrint } from '../../src/http/pages/assets/try-it/exact-json.js';
import { requestOf } from '../../src/http/pages/assets/try-it/send.js';

const textOf = (json: string): string =>
  prettyPrint(json)
    .map(({ text }) => text)
    .join('');

describe('an answer on several lines', () => {
  it('looks as JSON usually does', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(textOf(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
      }),
      { seed: new Random().seed, examples: [['{"a":[],"b":{},"c":[{"d":[1,"]",null]}]}'], ['"x"'], ['[]']] },
    );
  });

  it.each(['12345678901234567890', '1.10', '1E400', '-0', '0.1000000000000000055511151231257827'])(
    'keeps the number %s',
    (number) => {
      expect(textOf(`{"n":${number}}`)).toBe(`{\n  "n": ${number}\n}`);
    },
  );

  it('keeps escapes and signs in texts', () => {
    const text = String.raw`"a\"b\\ :{\u003c,[}"`;
    expect(textOf(`[${text}]`)).toBe(`[\n  ${text}\n]`);
  });

  it('ends where JSON was cut off', () => {
    expect(textOf('[{"a":1,"b":"cut')).toBe('[\n  {\n    "a": 1,\n    "b": "cut');
  });

  it('takes a long text in one go', () => {
    const long = JSON.stringify('\\"x'.repeat(300_000));
    expect(textOf(long)).toBe(long);
  });
});

describe('a request that is tried', () => {
  const field = (name: string, place: string) => ({ name, place });
  const operation = {
    method: 'GET',
    path: '/feeds/{id}/agents/{agent_id}',
    fields: [
      field('id', 'path'),
      field('agent_id', 'path'),
      field('limit', 'query'),
      field('cursor', 'query'),
      field('Idempotency-Key', 'header'),
    ],
  };
  const read = (values: Record<string, string>, account = '') => ({
    values: new Map(Object.entries(values)),
    account,
    body: undefined,
    accept: 'application/json',
  });
  const by = { key: 'rg_test_x', revision: '1.6.3' };

  it('has what was entered in its place, and nothing that was not', () => {
    const { url, init } = requestOf(
      operation,
      read({ id: 'a/b', agent_id: 'ü', limit: '1&2', cursor: '' }),
      by,
    );
    expect(url).toBe('/v1/feeds/a%2Fb/agents/%C3%BC?limit=1%262');
    expect(init).toEqual({
      method: 'GET',
      headers: {
        Authorization: 'Bearer rg_test_x',
        'API-Revision': '1.6.3',
        'User-Agent': 'Regrove-Reference/1.6.3',
        Accept: 'application/json',
      },
    });
  });

  it('is about another account if one was entered', () => {
    const { url } = requestOf(operation, read({ id: '1', agent_id: '2' }, '../x'), by);
    expect(url).toBe('/v1/accounts/..%2Fx/feeds/1/agents/2');
  });
});
