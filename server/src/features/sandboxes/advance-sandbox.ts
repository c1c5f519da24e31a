import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { wakeSandbox } from '../../database/job-store.js';
import { invalid } from '../../platform/errors.js';
import { formatTimestamp } from '../../platform/time/timestamps.js';
import { requireStoppedClock } from './hold-clock.js';
import { lockClock, setClock, type SandboxClock } from './sandbox-clock-store.js';

export const maxMonths = 24;

/** Starts to move the clock of the sandbox; a job does the rest. `context` is that of the sandbox; `by` asks for it. */
export const advanceSandbox = (context: Context, by: AccountId, to: Date): Promise<SandboxClock> =>
  inTransaction(context, async (tx) => {
    const { db, sandbox } = tx;
    if (!sandbox) throw new Error('Only a sandbox can be advanced');
    const { now, advancingTo } = await lockClock(db);
    requireStoppedClock(advancingTo);
    if (to <= now)
      throw invalid(
        `to must be after ${formatTimestamp(now)}, the time of the sandbox: its clock only moves forward`,
        { code: 'clock-backwards', field: 'to' },
      );
    if (to > monthsAfter(now, maxMonths))
      throw invalid(
        `to must be at most ${maxMonths} months after ${formatTimestamp(now)}, the time of the sandbox`,
        { code: 'clock-too-far', field: 'to', params: { months: maxMonths } },
      );
    await setClock(db, { now, advancingTo: to });
    await wakeSandbox(db, sandbox.id);
    await recordChange(tx, by, {
      action: 'sandbox.advance',
      subjectId: sandbox.id,
      before: { now },
      after: { now: to },
    });
    return { now, advancingTo: to };
  });

function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}
