import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import { loadEveryStatement } from '../support/every-statement.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

await loadEveryStatement();
const statements = declaredStatements()
  .map(({ text }) => text)
  .filter((text) => /\b(into|update|from) feed_\w+/.test(text) && text.includes('unnest'));

it('has statements with lists of devices', () => {
  expect(statements.length).toBeGreaterThan(4);
});

// A feed may report 20,000 devices at once, before PostgreSQL has statistics of their table.
it.each(statements)('does not compare all devices with each other: %s', async (text) => {
  const plan = JSON.stringify(await server.sql(`explain (generic_plan, format json) ${text}`));
  expect(plan).not.toContain('Join Filter');
});
