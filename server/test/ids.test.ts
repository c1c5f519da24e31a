import { describe, expect, it } from 'vitest';
import { isUuid, newId } from '../src/platform/ids.js';

describe('ids', () => {
  it('are UUIDs of version 7 with the time that they were made', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(isUuid(id)).toBe(true);
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    // More than fit into one millisecond borrow from the next.
    expect(time).toBeLessThan(before + 1_000);
  });

  it('differ, and sort in the order in which they were made, however many are made in a millisecond', () => {
    const ids = Array.from({ length: 50_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});
