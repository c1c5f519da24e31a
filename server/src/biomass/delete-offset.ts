import type { AccountId } from '../accounts/account.js';
import { withdrawCertificate } from '../certificates/certificate-store.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { deleteOffset as removeOffset, lockOffset } from './offset-store.js';

/** Withdraws the certificate too. Once billed, an offset stays. */
export const deleteOffset = ({ db, clock, actor }: Context, account: AccountId, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const offset = await lockOffset(tx, account, id);
    if (!offset) throw missing('There is no such biomass offset');
    if (offset.billedAt) throw invalid('This biomass offset is locked: it has been billed');
    const now = clock();
    await removeOffset(tx, account, offset, { actor, now });
    await withdrawCertificate(tx, account, offset.certificateId, now);
  });
