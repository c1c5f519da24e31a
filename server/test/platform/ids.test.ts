import { describe, expect, it } from 'vitest';
import { idsBy, isUuid } from '../../src/platform/ids.js';

const noon = Date.UTC(2026, 10, 15, 12);
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);

describe('ids', () => {
  it('are version 7 UUIDs with the time of their creation', () => {
    const id = idsBy(() => new Date(noon))();
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(isUuid(id)).toBe(true);
    expect(timeOf(id)).toBe(noon);
  });

  it('are unique and sort in order of creation, however many are created in a millisecond', () => {
    const ids = Array.from(
      { length: 10_000 },
      idsBy(() => new Date(noon)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    // Ids that do not fit use the following milliseconds.
    expect(timeOf(ids.at(-1) ?? '')).toBeLessThan(noon + 10);
  });

  it('do not go back when the clock does', () => {
    let now = noon;
    const next = idsBy(() => new Date(now));
    const before = next();
    now -= 86_400_000;
    const after = next();
    expect(after > before).toBe(true);
    expect(timeOf(after)).toBe(noon);
  });
});
