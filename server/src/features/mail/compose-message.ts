import { isIP } from 'node:net';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Attachment } from '../../database/context.js';
import type { Claims } from '../../platform/config/claims-setting.js';
import type { Message } from './transport.js';
import { mailHtml } from './mail-html.js';
import { mailText } from './mail-text.js';
import type { Mail } from './mail.js';
import { renderMail } from './render-mail.js';

export interface Sender {
  readonly baseUrl: string;
  /** Absent: no-reply at the host of the base URL. */
  readonly from: string | undefined;
  readonly claims?: Claims;
}

/** The complete message. Every attempt produces the same bytes. */
export async function composeMessage(
  mail: Mail,
  { baseUrl, from, claims }: Sender,
  secret: string,
  attachments: readonly Attachment[] = [],
): Promise<Message> {
  const letter = renderMail(mail, { baseUrl, secret, claims });
  const host = mailHost(baseUrl);
  const message = new MailComposer({
    from: from ?? `Regrove <no-reply@${host}>`,
    to: { name: '', address: mail.address },
    subject: letter.subject,
    text: mailText(letter),
    html: mailHtml(letter, mail.locale),
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
    })),
    date: mail.createdAt,
    messageId: `<${mail.id}@${host}>`,
    baseBoundary: mail.id,
    headers: {
      'Content-Language': mail.locale,
      // Suppresses automatic replies and lets recipients filter by kind of mail.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Id': `<${mail.kind}.${host}>`,
    },
  }).compile();
  const { from: sender, to } = message.getEnvelope();
  if (sender === false) throw new Error('the mail has no sender');
  return { id: mail.id, envelope: { from: sender, to }, raw: await message.build() };
}

/** The part after the @: a host name, or an IP address in brackets. */
function mailHost(baseUrl: string): string {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version === 0) return host;
  return version === 6 ? `[IPv6:${host}]` : `[${host}]`;
}
