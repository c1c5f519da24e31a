import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox, keyPrefixOf } from '../../src/platform/secrets/secret-box.js';
import { sealInOldFormat } from '../support/old-secret-format.js';

const [first, second, third] = ['the first of the keys', 'the second of the keys', 'the third of the keys'];
const box = (...keys: string[]) => createSecretBox(() => keys);

describe('a sealed secret', () => {
  it.each([
    ['short', 'p'],
    ['empty', ''],
    ['with any characters', 'pässwörd 🌳'],
    ['long', 'x'.repeat(10_000)],
  ])('opens for its owner, with the same text: %s', (_, text) => {
    expect(box(first).open(box(first).seal(text, 'row'), 'row')).toBe(text);
  });

  it('names its key, without containing the key or the text', () => {
    const sealed = box(first).seal('password', 'row');
    expect(sealed.subarray(0, 9)).toEqual(keyPrefixOf(first));
    expect(keyPrefixOf(first)).not.toEqual(keyPrefixOf(second));
    const keyBytes = createHash('sha256').update(first).digest();
    for (const part of ['password', first, keyBytes.subarray(0, 6)])
      expect(sealed.includes(part)).toBe(false);
  });

  it('opens with any of the keys, and is sealed by the first', () => {
    const old = box(first).seal('password', 'row');
    const rotated = box(second, first);
    expect(rotated.open(old, 'row')).toBe('password');
    expect(() => box(first).open(rotated.seal('password', 'row'), 'row')).toThrow('no known key');
    expect(rotated.keyPrefixes()).toEqual([keyPrefixOf(second), keyPrefixOf(first)]);
  });

  it('opens without a key name, whichever key sealed it', () => {
    const old = sealInOldFormat('password', 'row', first);
    expect(box(first).open(old, 'row')).toBe('password');
    expect(box(third, second, first).open(old, 'row')).toBe('password');
    expect(() => box(third, second).open(old, 'row')).toThrow('no known key');
    expect(() => box(first).open(old, 'another row')).toThrow('no known key');
  });

  it('does not open for another row, with any byte changed, or truncated', () => {
    const sealed = box(first).seal('password', 'row');
    expect(() => box(first).open(sealed, 'another row')).toThrow('no known key');
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 0x40;
      expect(() => box(first).open(changed, 'row')).toThrow();
      expect(() => box(first).open(sealed.subarray(0, place), 'row')).toThrow();
    }
  });

  it('of an empty text does not open with a truncated tag', () => {
    const sealed = box(first).seal('', 'row');
    for (const length of [4, 8, 12, 15])
      expect(() => box(first).open(sealed.subarray(0, 9 + 12 + length), 'row')).toThrow('no known key');
  });
});

describe('a box whose keys are replaced while it is in use', () => {
  it('opens what a newer key has sealed, seals with it, and still opens what it could before', () => {
    let keys = [first];
    const running = createSecretBox(() => keys);
    const old = running.seal('old', 'row');
    keys = [second, first];
    expect(running.open(box(second).seal('new', 'row'), 'row')).toBe('new');
    expect(running.seal('newer', 'row').subarray(0, 9)).toEqual(keyPrefixOf(second));
    keys = [third, second];
    expect(running.open(old, 'row')).toBe('old');
    expect(running.keyPrefixes()[0]).toEqual(keyPrefixOf(third));
  });

  it('does not seal without a key', () => {
    expect(() => box().seal('password', 'owner')).toThrow('no key');
  });
});
