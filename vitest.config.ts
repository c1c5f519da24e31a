import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/test/**/*.test.ts', 'sdk/test/**/*.test.ts'],
    globalSetup: 'server/test/support/database-server.ts',
    // A test that waits for a real process or a real time-out may take its time; a hang is still found.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['dot', './server/test/support/closing-line.ts'],
  },
});
