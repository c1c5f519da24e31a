import { creditNoteFacts, invoiceFacts } from '../../../features/billing/document-facts.js';
import type { Mail } from '../../../features/mail/mail.js';
import { defaultLocale, negotiateLocale } from '../../../messages/locales.js';
import type { AttachedTo, Attachment, Context } from '../../../database/context.js';
import { renderDocumentInThread } from './render-document-in-thread.js';

/** The invoice or credit note that a mail is about, in the language of the mail. */
export async function mailAttachments(
  context: Context,
  attachedTo: AttachedTo,
): Promise<readonly Attachment[]> {
  const mail = attachedTo as Mail;
  const facts =
    mail.kind === 'invoice'
      ? await invoiceFacts(context, mail.accountId, mail.facts.invoiceId)
      : mail.kind === 'credit-note'
        ? await creditNoteFacts(context, mail.accountId, mail.facts.creditNoteId)
        : undefined;
  if (!facts) return [];
  const locale = negotiateLocale(mail.locale, undefined, defaultLocale);
  const bytes = await renderDocumentInThread(context.threads, facts, locale, mail.accountId);
  return [{ name: `${facts.number}.pdf`, type: 'application/pdf', bytes }];
}
