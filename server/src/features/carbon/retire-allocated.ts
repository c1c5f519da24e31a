import type { Context } from '../../database/context.js';
import { isoDay } from '../../platform/time/months.js';
import { readRetirementRows, type RetirementRow } from './list-retirements.js';
import { recordRetirements } from './record-retirements.js';

/**
 * Records allocated credits as retired today: all of them, or those that were allocated before a time. Only for credits that no registry
 * has, of the demo and of sandboxes: others are retired by their owner, and recorded afterwards.
 */
export async function retireAllocated(
  context: Context,
  registryUrl: string,
  allocatedBefore?: Date,
): Promise<void> {
  const rows: RetirementRow[] = [];
  const wanted = { isPending: true, allocatedBefore, claims: context.claims };
  for await (const batch of readRetirementRows(context.db, wanted)) rows.push(...batch);
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
