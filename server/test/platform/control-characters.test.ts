import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeControls,
  escapeForTerminal,
  isPlainLine,
  isPlainText,
} from '../../src/platform/text/control-characters.js';
import { createLog } from '../../src/platform/log.js';
import { Random } from '../support/faults/random.js';

const { seed } = new Random();

/** What no terminal may receive, except line feed and tab. Written as numbers, independently of the implementation. */
const isObeyed = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff);

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

const everyCode = Array.from({ length: 0x1_0000 }, (_, code) => code);

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b[2J', '\u009b31m', '\r', '\n', '\r\n', '\t', '\u202e', '\ud800', '\u007f', '\\'),
    fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('é', '木', '\u200d', '\u200f', '😀'),
  ),
  maxLength: 30,
});

describe('Control characters', () => {
  it('are exactly those that a program interprets', () => {
    const refused = everyCode.filter((code) => !isPlainLine(`a${String.fromCharCode(code)}b`));
    expect(refused).toEqual(everyCode.filter(isObeyed));
    const layout = ['\t', '\n', '\r'].map((character) => character.charCodeAt(0));
    const refusedInText = everyCode.filter((code) => !isPlainText(`a${String.fromCharCode(code)}b`));
    expect(refusedInText).toEqual(refused.filter((code) => !layout.includes(code)));
  });

  it.each(['Bäume & Söhne', '木を植える', 'شرکت\u200cها', 'בע\u200fמ', '👩\u200d🌾 Farm', 'e\u0301'])(
    'do not occur in %s',
    (name) => {
      expect(isPlainLine(name)).toBe(true);
      expect(escapeControls(name)).toBe(name);
    },
  );

  it('are displayed as JSON escapes', () => {
    expect(escapeControls('a\u001b[31m\u009b\u202eb\n')).toBe(String.raw`a\u001b[31m\u009b\u202eb\u000a`);
    expect(escapeForTerminal('one\ttwo\r\nthree\rfour\n')).toBe('one\ttwo\r\nthree\\u000dfour\n');
  });

  it('never reach a terminal, and escaping does not change the value of JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = escapeForTerminal(text);
        const codes = codesOf(written.replace(/\r?\n|\t/g, ''));
        expect(codes.filter(isObeyed)).toEqual([]);
        expect(JSON.parse(escapeForTerminal(JSON.stringify({ text })))).toEqual({ text });
      }),
      { seed, numRuns: 3_000 },
    );
  });

  it('never reach a log, whose lines stay valid JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let written = '';
        const log = createLog('info', { write: (line) => void (written += line) });
        log.warn({ name: text, err: new Error(text) }, text);
        expect(written.endsWith('\n')).toBe(true);
        const line = written.slice(0, -1);
        expect(codesOf(line).filter(isObeyed)).toEqual([]);
        // The log itself replaces lone surrogates.
        expect(JSON.parse(line)).toMatchObject(text.isWellFormed() ? { name: text, msg: text } : {});
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
