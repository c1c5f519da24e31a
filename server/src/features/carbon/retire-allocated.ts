import type { Context } from '../../database/context.js';
import { isoDay } from '../../platform/time/months.js';
import { readRetirementRows, type RetirementRow } from './list-retirements.js';
import { recordRetirements } from './record-retirements.js';

/**
 * Records all allocated credits as retired today. Only for credits that no registry has, of the demo and of sandboxes: others
 * are retired by their owner, and recorded afterwards.
 */
export async function retireAllocated(context: Context, registryUrl: string): Promise<void> {
  const rows: RetirementRow[] = [];
  for await (const batch of readRetirementRows(context.db, { isPending: true })) rows.push(...batch);
  if (rows.length === 0) return;
  const today = isoDay(context.clock());
  const lines = rows.map(({ serial, tonnes, beneficiary }, index) => ({
    line: index + 1,
    serial,
    tonnes: String(tonnes),
    beneficiary,
    retired_on: today,
    registry_url: registryUrl,
  }));
  await recordRetirements(context, { lines, faults: [] });
}
