import { attachedFile, type AttachedFile } from '../mail/attached-file.js';
import { mailHtml } from '../mail/mail-html.js';
import { mailText } from '../mail/mail-text.js';
import type { Mail } from '../mail/mail.js';
import { renderMail } from '../mail/render-mail.js';
import type { Context } from '../../database/context.js';
import type { PageRequest } from '../../database/paging.js';
import { missing } from '../../platform/errors.js';
import { tryOpen } from '../../platform/secrets/secret-box.js';
import { labelSandboxMail } from './label-sandbox-mail.js';
import { findMail, pageOfMails } from './caught-mail-store.js';

/** A mail of a sandbox, which is never sent. */
export type CaughtMail = Pick<
  Mail,
  'id' | 'accountId' | 'accountName' | 'kind' | 'address' | 'locale' | 'createdAt'
> & {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly AttachedFile[];
};

/** Newest first, as their recipients would see them. */
export const listCaughtMails = async (context: Context, page: PageRequest): Promise<CaughtMail[]> =>
  (await pageOfMails(context.db, page)).map((mail) => written(context, mail));

export async function findCaughtMail(context: Context, id: string): Promise<CaughtMail> {
  const mail = await findMail(context.db, id);
  if (!mail) throw missing('There is no such mail');
  return written(context, mail);
}

function written({ secrets, baseUrl, claims }: Context, mail: Mail): CaughtMail {
  // If no key opens it, the mail is shown with a link that leads nowhere, rather than none of the mails.
  const secret = (mail.secretSealed && tryOpen(secrets, mail.secretSealed, mail.id)) ?? '';
  const { id, accountId, accountName, kind, address, createdAt, locale } = mail;
  const links = { baseUrl: baseUrl(), secret, hasChoice: false, claims };
  const letter = labelSandboxMail(renderMail(mail, links), locale);
  const rendered = { subject: letter.subject, text: mailText(letter), html: mailHtml(letter, locale) };
  const file = attachedFile(mail);
  const attachments = file ? [file] : [];
  return { id, accountId, accountName, kind, address, locale, createdAt, ...rendered, attachments };
}
