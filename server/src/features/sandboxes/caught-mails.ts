import { mailHtml } from '../mail/mail-html.js';
import { mailText } from '../mail/mail-text.js';
import type { Mail } from '../mail/mail.js';
import { writeMail } from '../mail/write-mail.js';
import type { Context } from '../../database/context.js';
import type { PageRequest } from '../../database/paging.js';
import { markMail } from './mark-mail.js';
import { pageOfMails } from './caught-mail-store.js';

/** A mail of a sandbox, which is never sent. */
export type CaughtMail = Pick<Mail, 'id' | 'accountId' | 'kind' | 'address' | 'createdAt'> & {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Newest first, as their recipients would see them. */
export async function listCaughtMails(context: Context, page: PageRequest): Promise<CaughtMail[]> {
  const { db, secrets, baseUrl } = context;
  return (await pageOfMails(db, page)).map((mail) => {
    const secret = mail.secretSealed ? secrets.open(mail.secretSealed, mail.id) : '';
    const { id, accountId, kind, address, createdAt, locale } = mail;
    const letter = markMail(writeMail(mail, baseUrl(), secret), locale);
    const rendered = { subject: letter.subject, text: mailText(letter), html: mailHtml(letter, locale) };
    return { id, accountId, kind, address, createdAt, ...rendered };
  });
}
