import { expect } from 'vitest';
import { carbonChecks } from '../../src/ledger/carbon-checks.js';
import type { TestServer } from './test-server.js';

/** What must hold between offsets, allocations and lots whatever was raced, refused or imported. */
export async function expectCarbonLedgerInBalance({ running }: TestServer): Promise<void> {
  for (const { name, finds } of carbonChecks) {
    expect({ [name]: await running.instance.context.db.rows(finds) }).toEqual({ [name]: [] });
  }
}
