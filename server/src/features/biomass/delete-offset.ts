import type { AccountId } from '../accounts/account.js';
import { recordEvents } from '../events/event-store.js';
import { deleteOffset as removeOffset, lockOffset, offsetFacts, type LockedOffset } from './offset-store.js';
import { withdrawCertificate } from '../certificates/certificate-store.js';
import { insertReturnedDeposit } from '../deposits/deposit-store.js';
import { standardSheet } from '../methodologies/methodology-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { recordReturnedPages } from '../settlements/settlement-store.js';

/**
 * Also withdraws the certificate. A billed offset cannot be deleted. The pages of an offset that a close created go back
 * into a deposit dated now, so that they are certified again at the end of this month.
 */
export const deleteOffset = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const offset = await lockOffset(tx.db, account, id);
    if (!offset) throw missing('There is no such biomass offset');
    if (offset.billedAt)
      throw invalid('This biomass offset has been billed and can no longer be deleted', {
        code: 'offset-billed',
      });
    await removeLockedOffset(tx, account, offset, { returnsPages: true });
  });

/** The same for an offset that is locked and may be billed. Without `returnsPages`, its pages are not certified again. */
export async function removeLockedOffset(
  tx: TransactionContext,
  account: AccountId,
  offset: LockedOffset,
  { returnsPages }: { readonly returnsPages: boolean },
): Promise<void> {
  const { db, clock, actor } = tx;
  const now = clock();
  await removeOffset(db, account, offset, { actor, now });
  await withdrawCertificate(db, account, offset.certificateId, now);
  const facts = offsetFacts(offset);
  await recordEvents(
    tx,
    account,
    { type: 'biomass_offset.deleted', subjectId: offset.id, facts },
    { type: 'certificate.withdrawn', subjectId: offset.certificateId, facts },
  );
  if (offset.settledMonth === null) return;
  if (returnsPages)
    await insertReturnedDeposit(tx, account, {
      id: newId(),
      feedId: null,
      date: now,
      pages: offset.pages,
      ...(await standardSheet(db, offset.methodologyId)),
      createdAt: now,
      actor,
      returnedFrom: { offsetId: offset.id, month: offset.settledMonth.slice(0, 7) },
    });
  await recordReturnedPages(db, account, offset.settledMonth, offset);
}
