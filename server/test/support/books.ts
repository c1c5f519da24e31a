import { expect } from 'vitest';
import { reconcile } from '../../src/ledger/reconcile.js';
import type { TestServer } from './test-server.js';

/** What must hold between the tables whatever was raced, refused or broken off. */
export async function expectBooksInBalance({ running }: TestServer): Promise<void> {
  const findings = await reconcile(running.instance.pool);
  expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([]);
}
