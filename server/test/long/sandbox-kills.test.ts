import { it } from 'vitest';
import { expectSameDespiteKills } from '../support/sandbox-kills.js';

// For a longer run: REGROVE_TEST_KILLS=100.
const kills = Math.min(Number(process.env['REGROVE_TEST_KILLS'] ?? 6), 100);
/** Long enough for all kills. */
const months = kills > 10 ? 23 : 5;

it(
  'An advance leaves what an undisturbed one leaves, however often it is killed',
  { timeout: (kills + 20) * 30_000 },
  () => expectSameDespiteKills({ kills, months }),
);
