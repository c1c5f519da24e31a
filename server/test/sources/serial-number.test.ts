import { describe, expect, it } from 'vitest';
import { parseSerialNumber } from '../../../printers/src/serial-number.js';

describe('A serial number', () => {
  it.each([
    'JPBB 1234',
    'CNDQQ05142',
    'S1',
    'X9',
    '0000000001',
    '1234567891',
    '123',
    'SN4711',
    'Serial 89',
    'NA12',
    'NONE-1',
    'ABD',
    'TEST7',
    '東京1',
    'x'.repeat(254) + 'y',
  ])('is accepted: %s', (text) => {
    expect(parseSerialNumber(text)).toBe(text);
  });

  it.each([
    '',
    '  ',
    '\0\n',
    '0',
    '0000',
    '00-00-00',
    '1111111',
    'xxxxxxxx',
    'XXX-XXXX',
    'XXXX0000',
    '????????',
    '----------',
    'N/A',
    'n.a.',
    'Unknown',
    '(unknown)',
    'none',
    '<none>',
    'not available',
    'Not Specified',
    'NULL',
    'serial number',
    'Serial No.',
    'S/N',
    'SN: 00000000',
    'SN123456',
    'S/N N/A',
    'Default string',
    'To be filled by O.E.M.',
    '1234',
    '123456',
    '1234567890',
    '0123456789',
    '987654321',
    'ABCDEFGH',
    'x'.repeat(256),
  ])('is not a placeholder: %s', (text) => {
    expect(parseSerialNumber(text)).toBeUndefined();
  });

  it('is the same with any padding', () => {
    expect(parseSerialNumber(' AB \t12\0 ')).toBe('AB 12');
  });
});
