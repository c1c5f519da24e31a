import { expect, it } from 'vitest';
import { runWithBuild } from '../support/command-line.js';
import { createMigratedDataDirectory } from '../support/data-directory.js';

it('A first start whose dashboard cannot be built shows the key of the demo: no later one does', async () => {
  const directory = await createMigratedDataDirectory();
  const buildDashboard = () => Promise.reject(new Error('its dashboard cannot be built'));
  // It logs the same once more.
  const env = { ...directory.env, REGROVE_LOG_LEVEL: 'fatal' };
  const { code, stdout, stderr } = await runWithBuild(['serve'], env, buildDashboard);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^its dashboard cannot be built$/m);
  expect(stdout).toMatch(/^Demo data was loaded/);
  expect(stdout).toMatch(/API key of the demo's distributor +rg_\S+$/m);
  expect(stdout).toMatch(/npx regrove demo key$/m);
  await directory.remove();
});
