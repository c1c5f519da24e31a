import { describe, expect, it } from 'vitest';
import { decodeResponse } from '../../../printers/src/ipp/decode-response.js';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { type Field, further, integer, text, uri } from '../support/ipp-message.js';
import { printerResponse, startIppPrinter } from '../support/ipp-printer.js';
import { readFrom } from '../support/read-source.js';

const counter = 'printer-impressions-completed';
const good = printerResponse(
  text('printer-serial-number', 'S1'),
  [0x34, 'media-col-default', Buffer.alloc(0)],
  further([0x4a, '', Buffer.from('media-type')]),
  further([0x44, '', Buffer.from('stationery')]),
  further([0x37, '', Buffer.alloc(0)]),
  integer(counter, 9),
  uri('printer-uuid', 'urn:uuid:1'),
);
const wanted = new Set(['printer-serial-number', counter, 'printer-uuid']);

/** A message with arbitrary content between a valid start and end. */
const around = (...parts: Buffer[]): Buffer =>
  Buffer.concat([good.subarray(0, 8), Buffer.from([0x04]), ...parts, Buffer.from([0x03])]);
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const repeated = (part: Buffer, size: number): Buffer => Buffer.alloc(size, part);
const mib = 1024 * 1024;

const outcome = async (answer: Buffer): Promise<string> => {
  try {
    const { status, printers } = await decodeResponse(answer, wanted);
    return `${status}, ${printers.length} printers`;
  } catch (error) {
    return reasonOf(error);
  }
};

describe('an IPP response', () => {
  it('is read if it is complete', async () => {
    expect((await decodeResponse(good, wanted)).printers).toEqual([
      { 'printer-serial-number': 'S1', [counter]: 9, 'printer-uuid': 'urn:uuid:1' },
    ]);
  });

  it('is refused if it is truncated at any position', async () => {
    const lengths = Array.from({ length: good.length }, (_, length) => length);
    const cut = await Promise.all(lengths.map((length) => outcome(good.subarray(0, length))));
    expect(new Set(cut)).toEqual(new Set(['badAnswer']));
  });

  it.each<[string, Buffer]>([
    ['a web page', Buffer.from('<!doctype html><title>Printer</title>')],
    ['of an unknown version', Buffer.concat([bytes('09'), good.subarray(1)])],
    ['a name with a negative length', around(bytes('21 fff8 0004 00000001'))],
    ['a value with a negative length, which would never end', around(bytes('44 0001 61 fffa'))],
    ['a value without an attribute', around(bytes('21 0000 0004 00000001'))],
    ['a value that exceeds the message', around(bytes('41 0001 61 7fff'))],
    ['too many groups', around(repeated(bytes('04'), 200_000))],
  ])('is refused if it is %s', async (_, answer) => {
    expect(await outcome(answer)).toBe('badAnswer');
  });

  it.each<[string, Field]>([
    ['a number of three bytes', [0x21, counter, Buffer.alloc(3)]],
    ['a number of zero bytes', [0x21, counter, Buffer.alloc(0)]],
    ['a text', text(counter, '12')],
    ['a date', [0x31, counter, Buffer.alloc(11)]],
    ['a collection', [0x34, counter, Buffer.alloc(0)]],
  ])('has no counter if that is %s', async (_, field) => {
    const { printers } = await decodeResponse(printerResponse(field, integer('job-id', 1)), wanted);
    expect(printers[0]?.[counter]).not.toBeTypeOf('number');
  });

  it.each<[string, Buffer]>([
    ['collections within collections', bytes('34 0000 0000 4a 0000 0001 61')],
    ['dates', bytes('31 0000 000b 07ea0b0f080000002b0000')],
    ['numbers', bytes('21 0000 0004 00000001')],
  ])('is refused if it has endless %s', async (_, part) => {
    const flood = around(
      bytes('44 0001 61 0000'),
      repeated(part, part.length * Math.floor((3.9 * mib) / part.length)),
    );
    expect(await outcome(flood)).toBe('badAnswer');
  });

  it('neither hangs nor crashes if random bytes are changed', async () => {
    let state = 42;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const outcomes = new Set<string>();
    for (let round = 0; round < 20_000; round++) {
      const changed = Buffer.from(good);
      for (let change = 0; change <= random(4); change++) changed[8 + random(good.length - 8)] = random(256);
      outcomes.add(await outcome(changed));
    }
    expect(outcomes).toContain('badAnswer');
    expect(
      [...outcomes].filter((found) => found !== 'badAnswer' && !found.startsWith('successful-ok')),
    ).toEqual([]);
  });

  it.each<[string, Buffer]>([
    ['not IPP', Buffer.from('{"pages": 12}')],
    ['empty', Buffer.alloc(0)],
    ['larger than any useful IPP message', around(repeated(bytes('21 0001 61 0004 00000001'), 9 * 500_000))],
  ])('makes the printer unreadable if it is %s', async (_, answer) => {
    const printer = await startIppPrinter();
    printer.respondWith(() => answer);
    const { readings, reasons } = await readFrom(ipp, { url: `ipp://127.0.0.1:${printer.port}` });
    await printer.close();
    expect(readings).toEqual([]);
    expect(reasons).toEqual([['/ipp/print', 'badAnswer']]);
  });
});
