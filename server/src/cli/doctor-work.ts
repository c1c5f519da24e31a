import type { Instance } from '../database/instance.js';
import { pendingMigrations } from '../database/migrate.js';
import { checkSmtp } from '../features/mail/check-smtp.js';
import { countUndeliveredMails } from '../features/mail/mail-list-store.js';
import {
  failedSettlements,
  type FailedSettlement,
} from '../features/settlements/settlement-progress-store.js';
import { stuckMonths } from '../features/settlements/settlement-store.js';
import { listFailedJobs } from '../jobs/queue-store.js';
import { dayMs } from '../platform/time/durations.js';
import { isoMonth } from '../platform/time/months.js';
import type { Advice } from './doctor-advice.js';
import { failure, success, warning, type Finding } from './doctor-finding.js';
import { pluralize } from './pluralize.js';

export async function checkJobs({ context, pool }: Instance, advice: Advice): Promise<Finding> {
  if ((await pendingMigrations(pool)).length > 0) return success('none: the schema is not up to date');
  const failed = await listFailedJobs(context.db);
  if (failed.length === 0) return success('none has failed');
  const names = [...new Set(failed.map(({ task }) => task))].join(', ');
  return failure(`${failed.length} failed (${names})`, advice.failedJobs);
}

export async function checkMonths({ context, pool }: Instance, advice: Advice): Promise<Finding> {
  if ((await pendingMigrations(pool)).length > 0) return success('none: the schema is not up to date');
  const now = context.clock();
  const [first, ...others] = await stuckMonths(context.db, new Date(now.getTime() - dayMs));
  const setAside = await failedSettlements(context.db);
  if (setAside[0]) return failure(describeSetAside(setAside), advice.setAside(setAside[0].month.slice(0, 7)));
  if (!first) return success('no unfinished close, no account set aside');
  return failure(
    `unfinished for a day: ${[first, ...others].map(isoMonth).join(', ')}`,
    advice.unfinishedMonth(isoMonth(first)),
  );
}

const shownOfMany = 5;

function describeSetAside(failed: readonly FailedSettlement[]): string {
  const shown = failed
    .slice(0, shownOfMany)
    .map(({ month, accountName, failure: why }) => `${month.slice(0, 7)} ${accountName}: ${why}`);
  const more = failed.length > shownOfMany ? '; ...' : '';
  return `closed without ${pluralize(failed.length, 'account')} (${shown.join('; ')}${more})`;
}

const mailDays = 30;

export async function checkMail({ context, pool }: Instance, advice: Advice): Promise<Finding> {
  const way = await checkSmtp(context.mail);
  if ((await pendingMigrations(pool)).length > 0) return success(way);
  const since = new Date(context.clock().getTime() - mailDays * dayMs);
  const { failed, unsure, held } = await countUndeliveredMails(context.db, since);
  const found = [
    way,
    ...(held > 0 ? [`A limit holds ${held} back`] : []),
    ...(failed + unsure > 0
      ? [`In the last ${mailDays} days ${failed} failed and ${unsure} may or may not have been sent`]
      : []),
  ].join('. ');
  if (failed + unsure > 0) return warning(found, advice.failedMails);
  return held > 0 ? warning(found, advice.heldMails) : success(found);
}
