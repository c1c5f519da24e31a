import { expect, it } from 'vitest';
import { until } from '../support/until.js';

it('A wait ends as soon as its condition holds, and returns the value', async () => {
  let looks = 0;
  expect(
    await until(
      'the third look',
      () => ++looks,
      (count) => count === 3,
    ),
  ).toBe(3);
});

it('A wait that times out reports what it waited for and what it saw last', async () => {
  const waiting = until(
    'both workers to be alive',
    () => Promise.resolve({ alive: 1 }),
    ({ alive }) => alive === 2,
    0,
  );
  await expect(waiting).rejects.toThrow('Waited 0 s for both workers to be alive; last seen: { alive: 1 }');
});
