import { dashboardUrl, mailChoiceUrl } from '../../messages/links.js';
import { defaultLocale, negotiateLocale } from '../../messages/locales.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import { isolateBidi } from '../../platform/text/bidi-isolate.js';
import { monthEnd } from './kinds/month-end-mail.js';
import { creditNote, invoice, quoteAccepted } from './kinds/sales-mails.js';
import { paragraph, type RenderMailOptions, type MailBody, type MailBodyContext } from './kinds/mail-body.js';
import { invitation, signIn } from './kinds/sign-in-mails.js';
import { accountSetAside, feedRecovered, feedTrouble, webhookDisabled } from './kinds/trouble-mails.js';
import type { MailContent, Part } from './mail-content.js';
import type { Content, Mail } from './mail.js';
import { topicOf } from './mail-topics.js';
import { nameInBody, nameInSubject } from './tenant-name.js';

/** Writes the mail in the language of its recipient. */
export function renderMail(
  mail: Mail,
  { baseUrl, secret, hasChoice = true, claims }: RenderMailOptions,
): MailContent {
  const i18n = i18nFor(negotiateLocale(mail.locale, undefined, defaultLocale), claims);
  const account = nameInBody(mail.accountName);
  const accountInSubject = nameInSubject(mail.accountName);
  const { subject, parts } = sayingOf(mail, {
    i18n,
    account,
    accountInSubject,
    accountId: mail.accountId,
    baseUrl,
    secret,
  });
  return {
    subject,
    parts: [paragraph(greetingOf(mail, i18n)), ...parts, ...(hasChoice ? choiceOf(mail, i18n, baseUrl) : [])],
    dashboard: { label: i18n.t('mail.dashboard'), url: dashboardUrl(baseUrl) },
    footer: i18n.t(mail.kind === 'invitation' ? 'mail.invitation.footer' : 'mail.footer', {
      address: isolateBidi(mail.address),
      account,
    }),
  };
}

/**
 * By name, except in invitations: the name in those was written by somebody whom the recipient may not know, who could use it to
 * send any text to any address.
 */
function greetingOf({ kind, fullName }: Mail, { t }: I18n): string {
  const name = kind === 'invitation' ? '' : nameInSubject(fullName ?? '');
  return name === '' ? t('mail.greeting') : t('mail.greetingByName', { name });
}

/** Where the reader can choose not to get mails of this kind. */
const choiceOf = ({ kind, accountId }: Mail, { t }: I18n, baseUrl: string): Part[] =>
  topicOf(kind) === undefined
    ? []
    : [
        {
          is: 'entry',
          title: t('mail.choice.title'),
          links: [{ label: t('mail.choice.action'), url: mailChoiceUrl(baseUrl, accountId) }],
        },
      ];

function sayingOf(content: Content, setting: MailBodyContext): MailBody {
  switch (content.kind) {
    case 'invitation':
      return invitation(content.facts, setting);
    case 'sign-in':
      return signIn(content.facts, setting);
    case 'month-end':
      return monthEnd(content.facts, setting);
    case 'invoice':
      return invoice(content.facts, setting);
    case 'credit-note':
      return creditNote(content.facts, setting);
    case 'feed-trouble':
      return feedTrouble(content.facts, setting);
    case 'feed-recovered':
      return feedRecovered(content.facts, setting);
    case 'quote-accepted':
      return quoteAccepted(content.facts, setting);
    case 'webhook-disabled':
      return webhookDisabled(content.facts, setting);
    case 'account-set-aside':
      return accountSetAside(content.facts, setting);
  }
}
