import { recordChange } from '../audit/audit-store.js';
import { reportedPrice } from '../paper/conversion.js';
import { enqueueMails } from '../mail/enqueue-mails.js';
import { recipientsOf } from '../users/recipient-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { decimal } from '../../platform/decimals.js';
import type { Actor } from '../../platform/actor.js';
import { missing, Refusal } from '../../platform/errors.js';
import { plantedTotals } from '../projects/trees-by-account-store.js';
import { isoDay } from '../../platform/time/months.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { executeQuote } from './execute-quote.js';
import { accountOfQuoteLink } from './quote-link.js';
import { findOffer, setLinkAccepted, type Offer } from './quote-link-store.js';

/** What the holder of a link sees. */
export type OfferState =
  | { readonly is: 'unknown' }
  | { readonly is: 'open'; readonly offer: Offer }
  /**
   * `withdrawn`: it was accepted, and its offset deleted since. A link is for one order; the account can share the quote again.
   * `refused`: the rules do not allow it, because its project is complete or the account's limit is reached.
   */
  | { readonly is: 'expired' | 'accepted' | 'withdrawn' | 'refused'; readonly offer: Offer };

/** Nobody is signed in: the audit trail shows the link as the origin of what accepting writes. */
const actor: Actor = { kind: 'job', id: 'quote-link' };

export async function readOffer({ db, clock }: Context, token: string): Promise<OfferState> {
  const account = accountOfQuoteLink(token);
  const offer = account === undefined ? undefined : await findOffer(db, account, hashToken(token));
  if (!offer) return { is: 'unknown' };
  if (offer.certificateId !== null) return { is: 'accepted', offer };
  if (offer.acceptedAt !== null) return { is: 'withdrawn', offer };
  return offer.expiresAt <= clock() ? { is: 'expired', offer } : { is: 'open', offer };
}

/** Executes the quote, as the API would: once, whoever else tries, and within the account's limit. */
export async function acceptOffer(context: Context, token: string): Promise<OfferState> {
  const state = await readOffer(context, token);
  if (state.is !== 'open') return state;
  const { offer } = state;
  try {
    await inTransaction({ ...context, actor }, (tx) => accept(tx, offer, token));
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    // Another request may have been first, or the link was revoked meanwhile.
    const now = await readOffer(context, token);
    return now.is === 'open' ? { is: 'refused', offer } : now;
  }
  return readOffer(context, token);
}

async function accept(tx: TransactionContext, offer: Offer, token: string): Promise<void> {
  const { accountId, quoteId, trees, methodology, projectName: project, latitude, longitude, place } = offer;
  const price = reportedPrice(decimal(offer.price)).toFixed();
  const { certificateId } = await executeQuote(tx, accountId, quoteId, undefined);
  if (!(await setLinkAccepted(tx.db, accountId, hashToken(token), tx.clock())))
    throw missing('There is no such link');
  await recordChange(tx, accountId, { action: 'quote_link.accept', subjectId: quoteId });
  const total = (await plantedTotals(tx.db, [accountId])).get(accountId);
  const facts = {
    quoteId,
    reference: offer.externalId,
    trees,
    price,
    currency: tx.currency,
    certificateId,
    project: { project, place: { latitude, longitude, place } },
    ...(total && { planted: { day: isoDay(tx.clock()), ...total } }),
    methodology,
  };
  await enqueueMails(
    tx,
    accountId,
    (await recipientsOf(tx.db, accountId, 'quotes')).map((to) => ({
      event: `quote-accepted ${certificateId} ${to.userId}`,
      to,
      content: { kind: 'quote-accepted', facts } as const,
    })),
  );
}
