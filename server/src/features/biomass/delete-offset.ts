import type { AccountId } from '../accounts/account.js';
import { deleteOffset as removeOffset, lockOffset } from './offset-store.js';
import { withdrawCertificate } from '../certificates/certificate-store.js';
import { insertReturnedDeposit } from '../deposits/deposit-store.js';
import { standardSheet } from '../methodologies/methodology-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { returnFromSettlement } from '../settlements/settlement-store.js';

/**
 * Also withdraws the certificate. A billed offset cannot be deleted. The pages of an offset that a close created go back
 * into a deposit dated now, so that they are certified again at the end of this month.
 */
export const deleteOffset = ({ db, clock, actor }: Context, account: AccountId, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const offset = await lockOffset(tx, account, id);
    if (!offset) throw missing('There is no such biomass offset');
    if (offset.billedAt)
      throw invalid('This biomass offset has been billed and can no longer be deleted', {
        code: 'offset-billed',
      });
    const now = clock();
    await removeOffset(tx, account, offset, { actor, now });
    await withdrawCertificate(tx, account, offset.certificateId, now);
    if (offset.settledMonth === null) return;
    await insertReturnedDeposit(tx, account, {
      id: newId(),
      feedId: null,
      date: now,
      pages: offset.pages,
      ...(await standardSheet(tx, offset.methodologyId)),
      createdAt: now,
      actor,
      returnedFrom: { offsetId: offset.id, month: offset.settledMonth.slice(0, 7) },
    });
    await returnFromSettlement(tx, account, offset.settledMonth, offset);
  });
