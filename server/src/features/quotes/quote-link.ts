import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid, missing } from '../../platform/errors.js';
import { accountOfToken, generateToken, hashToken } from '../../platform/secrets/tenant-token.js';
import { requireActiveProject } from '../projects/require-active-project.js';
import { removeQuoteLink, saveQuoteLink, type QuoteLink } from './quote-link-store.js';
import { lockQuote } from './quote-store.js';
import { dayMs } from '../../platform/time/durations.js';

/** Differs from the prefixes of keys, sign-in links and sessions, so that they cannot be confused. */
const prefix = 'rq_';

/** The account that the token claims to belong to (not verified yet), or undefined if it is not the token of a quote. */
export const accountOfQuoteLink = (token: string): string | undefined => accountOfToken(prefix, token);

/** Quotes themselves have no end; a price that was sent to a customer should have one. */
export const quoteLinkDays = 30;

/** Until when a price can be accepted that is sent to a customer at this time. */
export const offerExpiry = (sentAt: Date): Date => new Date(sentAt.getTime() + quoteLinkDays * dayMs);

const linkFacts = auditedFields('expiresAt');

export interface NewQuoteLink extends QuoteLink {
  /** Only its hash is stored, so it cannot be shown again. */
  readonly token: string;
}

/** A link with which anyone can see and accept the quote. Ends an earlier one. */
export const createQuoteLink = (
  context: Context,
  account: AccountId,
  quoteId: string,
  recipient: string | null = null,
): Promise<NewQuoteLink> =>
  inTransaction(context, async (tx) => {
    const quote = await lockQuote(tx.db, account, quoteId);
    if (!quote) throw missing('There is no such quote');
    if (quote.biomassOffsetId !== null)
      throw invalid('This quote has been executed and can no longer be offered', { code: 'quote-executed' });
    await requireActiveProject(tx.db, quote.projectId, "the quote's project_id");
    const token = generateToken(prefix, account);
    const createdAt = tx.clock();
    const expiresAt = offerExpiry(createdAt);
    const link = { quoteId, createdAt, expiresAt, recipient };
    await saveQuoteLink(tx.db, account, { ...link, hash: hashToken(token) });
    await recordChange(tx, account, {
      action: 'quote_link.create',
      subjectId: quoteId,
      after: linkFacts(link),
    });
    return { ...link, acceptedAt: null, token };
  });

/** The link no longer works. */
export const revokeQuoteLink = (context: Context, account: AccountId, quoteId: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    // In the same order as accepting and deleting, so that they cannot wait for each other.
    await lockQuote(tx.db, account, quoteId);
    if (!(await removeQuoteLink(tx.db, account, quoteId))) throw missing('This quote has no link');
    await recordChange(tx, account, { action: 'quote_link.revoke', subjectId: quoteId });
  });
