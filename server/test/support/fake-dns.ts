import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, vi } from 'vitest';

/** What asks name servers while the tests of a file that calls `useFakeResolver` run. */
export const resolver = { resolve4: vi.fn(), resolve6: vi.fn(), cancel: vi.fn() };

export function useFakeResolver(): void {
  const real = Object.getOwnPropertyDescriptors(Resolver.prototype);
  beforeAll(() => void Object.assign(Resolver.prototype, resolver));
  afterAll(() => {
    for (const name of Object.keys(resolver)) Reflect.deleteProperty(Resolver.prototype, name);
    Object.defineProperties(Resolver.prototype, real);
    for (const fake of Object.values(resolver)) fake.mockReset();
  });
}
