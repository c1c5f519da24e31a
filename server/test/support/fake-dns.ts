import type * as dns from 'node:dns/promises';
import { vi } from 'vitest';

/** The resolver that sources get if a test mocks `node:dns/promises` with `withFakeResolver`. */
export const resolver = { resolve4: vi.fn(), resolve6: vi.fn(), cancel: vi.fn() };

export const withFakeResolver = (real: typeof dns): typeof dns => ({
  ...real,
  Resolver: vi.fn(function () {
    return resolver;
  }) as unknown as typeof dns.Resolver,
});
