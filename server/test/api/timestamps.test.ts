import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../src/database/timestamps.js';

const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number;

describe('timestamps of the database', () => {
  it.each([
    '2026-11-15 17:33:54.779+00',
    '2026-11-15 17:33:54+00',
    '2026-01-05 07:03:04.7+00',
    '2026-01-05 07:03:04.07+00',
    '2026-01-05 07:03:04.779999+00',
    '1969-12-31 23:59:59.999+00',
    '0100-01-01 00:00:00+00',
    '9999-12-31 23:59:59.999+00',
    // Rare formats.
    '0099-01-01 00:00:00+00',
    '2026-11-15 23:03:54.779+05:30',
    '10000-01-01 00:00:00+00',
    '0001-01-01 00:00:00+00 BC',
    'infinity',
  ])('%s is parsed as the driver parses it', (text) => {
    expect(parseTimestamp(text)).toEqual(general(text));
  });
});
