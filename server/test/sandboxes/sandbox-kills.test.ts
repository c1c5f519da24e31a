import { it } from 'vitest';
import { expectSameDespiteKills } from '../support/sandbox-kills.js';

// The long form is in test/long.
it('An advance that is killed three times leaves what an undisturbed one leaves', () =>
  expectSameDespiteKills({ kills: 3, months: 9 }));
