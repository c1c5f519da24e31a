import { creditNoteFacts, invoiceFacts } from '../../../features/billing/document-facts.js';
import { attachedFile } from '../../../features/mail/attached-file.js';
import type { Mail } from '../../../features/mail/mail.js';
import { defaultLocale, negotiateLocale } from '../../../messages/locales.js';
import type { AttachmentRequest, Attachment, Context } from '../../../database/context.js';
import { renderDocumentInThread } from './render-document-in-thread.js';

/** The invoice or credit note that a mail is about, in the language of the mail. */
export async function mailAttachments(
  context: Context,
  attachedTo: AttachmentRequest,
): Promise<readonly Attachment[]> {
  const mail = attachedTo as Mail;
  const file = attachedFile(mail);
  if (!file) return [];
  const { name, type, document } = file;
  const factsOf = document.kind === 'invoice' ? invoiceFacts : creditNoteFacts;
  const facts = await factsOf(context, mail.accountId, document.id);
  if (!facts) return [];
  const locale = negotiateLocale(mail.locale, undefined, defaultLocale);
  const bytes = await renderDocumentInThread(context.threads, facts, locale, mail.accountId);
  return [{ name, type, bytes }];
}
