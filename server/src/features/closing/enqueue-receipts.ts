import type { AccountId } from '../accounts/account.js';
import type { SettledOffset } from '../biomass/settled-offset-store.js';
import { newestCheckpoint } from '../log/log-store.js';
import type { CertificateFacts } from '../mail/mail.js';
import { enqueueMailsToMany } from '../mail/enqueue-mails.js';
import { findMethodologyOrigin } from '../methodologies/methodology-origin-store.js';
import type { TransactionContext } from '../../database/context.js';
import { exactNumber } from '../../platform/exact-number.js';
import { isoDay, isoMonth } from '../../platform/time/months.js';
import { placesOfProjects } from '../projects/forestry-project-store.js';
import { plantedTotals } from '../projects/trees-by-account-store.js';
import { recipientsOfSeveral } from '../users/recipient-store.js';
import type { Settlement } from '../settlements/settlement-store.js';

/**
 * Queues an email with the certificates for every user of the settled accounts. Most accounts have no users; if none has
 * any, this costs only one query.
 */
export async function enqueueReceipts(
  tx: TransactionContext,
  month: Date,
  settlements: readonly Settlement[],
  offsets: readonly SettledOffset[],
  methodologyId: string,
): Promise<void> {
  const recipients = await recipientsOfSeveral(
    tx.db,
    settlements.map(({ accountId }) => accountId),
    'month-end',
  );
  if (recipients.length === 0) return;
  const checkpoint = await newestCheckpoint(tx.db);
  const methodology = await findMethodologyOrigin(tx.db, methodologyId);
  const projects = await placesOfProjects(tx.db, [...new Set(offsets.map(({ projectId }) => projectId))]);
  const totals = await plantedTotals(tx.db, [...new Set(recipients.map(({ accountId }) => accountId))]);
  const day = isoDay(tx.clock());
  const certificates = new Map<AccountId, CertificateFacts[]>();
  for (const { accountId, certificateId: id, projectId, pages, trees } of offsets) {
    const found = projects.get(projectId);
    if (!found) throw new Error(`Project ${projectId} is gone`);
    const { name: project, ...place } = found;
    const certificate = { id, project, place, pages: exactNumber(pages), trees };
    const others = certificates.get(accountId);
    if (others) others.push(certificate);
    else certificates.set(accountId, [certificate]);
  }
  const sums = new Map(settlements.map((settlement) => [settlement.accountId, settlement]));
  const mails = recipients.flatMap((to) => {
    const sum = sums.get(to.accountId);
    if (!sum) return [];
    const total = totals.get(to.accountId);
    const facts = {
      month: isoDay(month),
      pages: exactNumber(sum.pages),
      trees: sum.trees,
      certificates: certificates.get(to.accountId) ?? [],
      ...(total && { planted: { day, ...total } }),
      methodology,
      ...(checkpoint && { checkpoint: checkpoint.note }),
    };
    return [
      {
        event: `month-end ${isoMonth(month)} ${to.userId}`,
        to,
        content: { kind: 'month-end', facts } as const,
      },
    ];
  });
  await enqueueMailsToMany(tx, mails);
}
