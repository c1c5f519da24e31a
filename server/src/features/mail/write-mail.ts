import { isIP } from 'node:net';
import {
  certificatePdfUrl,
  certificateUrl,
  dashboardUrl,
  feedUrl,
  invoiceUrl,
  mailChoiceUrl,
  monthsUrl,
  quoteScreenUrl,
  signInUrl,
  webhooksUrl,
} from '../../messages/links.js';
import { defaultLocale, negotiateLocale } from '../../messages/locales.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import type { Claims } from '../../platform/config/claims-setting.js';
import { whole, type Decimal } from '../../platform/decimals.js';
import { nameInBody, nameInSubject } from './tenant-name.js';
import { isolateBidi } from './bidi-isolate.js';
import { methodologyLine } from './methodology-line.js';
import type { MailContent, Part } from './mail-content.js';
import type { CertificateFacts, Content, Mail } from './mail.js';
import { topicOf } from './mail-topics.js';

export interface MailLinks {
  readonly baseUrl: string;
  /** The token in the link of an invitation or a sign-in. */
  readonly secret: string;
  /** Whether the reader can choose which mails to get: those of a sandbox have nobody to choose. */
  readonly hasChoice?: boolean;
  /** Absent: the default. */
  readonly claims?: Claims | undefined;
}

interface Setting extends MailLinks {
  readonly i18n: I18n;
  /** The name as used in the body; shorter in the subject. */
  readonly account: string;
  readonly accountInSubject: string;
  readonly accountId: string;
}

type FactsOf<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>['facts'];
type Saying = Pick<MailContent, 'subject' | 'parts'>;

/** Writes the mail in the language of its recipient. */
export function writeMail(mail: Mail, { baseUrl, secret, hasChoice = true, claims }: MailLinks): MailContent {
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
    footer: i18n.t('mail.footer', { address: isolateBidi(mail.address), account }),
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

function sayingOf(content: Content, setting: Setting): Saying {
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

const paragraph = (text: string): Part => ({ is: 'paragraph', text });
const note = (text: string): Part => ({ is: 'note', text });
const action = ({ t }: I18n, label: string, url: string): Part => ({
  is: 'action',
  link: { label, url },
  fallback: t('mail.linkFallback'),
});

function invitation(
  { next }: FactsOf<'invitation'>,
  { i18n, account, accountInSubject, baseUrl, secret }: Setting,
): Saying {
  const { t } = i18n;
  return {
    subject: t('mail.invitation.subject', { account: accountInSubject }),
    parts: [
      paragraph(t('mail.invitation.intro', { account })),
      action(i18n, t('mail.invitation.action'), signInUrl(baseUrl, secret, next)),
      note(t('mail.invitation.expires')),
      note(t('mail.invitation.ignore')),
    ],
  };
}

function signIn({ minutes, next }: FactsOf<'sign-in'>, { i18n, baseUrl, secret }: Setting): Saying {
  const { t } = i18n;
  return {
    subject: t('mail.signIn.subject'),
    parts: [
      paragraph(t('mail.signIn.intro')),
      action(i18n, t('mail.signIn.action'), signInUrl(baseUrl, secret, next)),
      note(t('mail.signIn.expires', { minutes })),
      note(t('mail.signIn.ignore')),
    ],
  };
}

function monthEnd(
  { month: day, pages, trees, certificates, methodology, checkpoint }: FactsOf<'month-end'>,
  { i18n, account, baseUrl }: Setting,
): Saying {
  const { t } = i18n;
  const month = i18n.month(new Date(day));
  const total = (sum: Pick<CertificateFacts, 'pages' | 'trees'>): string =>
    t('mail.monthEnd.total', { pages: whole(String(sum.pages)), trees: sum.trees });
  const entry = ({ id, project, ...share }: CertificateFacts): Part => ({
    is: 'entry',
    title: nameInBody(project),
    // With a single certificate, this would repeat the total.
    ...(certificates.length > 1 && { detail: total(share) }),
    links: [
      { label: t('mail.monthEnd.view'), url: certificateUrl(baseUrl, id) },
      { label: t('mail.monthEnd.pdf'), url: certificatePdfUrl(baseUrl, id) },
    ],
  });
  return {
    subject: t('mail.monthEnd.subject', { month }),
    parts: [
      paragraph(t('mail.monthEnd.intro', { account, month })),
      { is: 'figure', text: total({ pages, trees }) },
      note(t('claims.note')),
      note(t('mail.monthEnd.pending')),
      ...(methodology ? [note(methodologyLine(methodology, i18n))] : []),
      { is: 'heading', text: t('mail.monthEnd.certificates') },
      ...certificates.map(entry),
      ...(checkpoint === undefined
        ? []
        : [
            { is: 'heading', text: t('log.checkpoint') } as const,
            note(t('mail.monthEnd.checkpoint')),
            { is: 'verbatim', text: checkpoint.trimEnd() } as const,
          ]),
    ],
  };
}

const money = ({ number }: I18n, amount: Decimal, currency: string): string =>
  number(amount, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 });

function invoice(facts: FactsOf<'invoice'>, { i18n, account, baseUrl }: Setting): Saying {
  const { t } = i18n;
  const month = i18n.month(new Date(facts.month));
  const total = money(i18n, facts.total, facts.currency);
  return {
    subject: t('mail.invoice.subject', { number: facts.number, month }),
    parts: [
      paragraph(t('mail.invoice.intro', { account, month })),
      { is: 'figure', text: t('mail.invoice.total', { total, date: i18n.date(new Date(facts.dueOn)) }) },
      action(i18n, t('mail.invoice.action'), invoiceUrl(baseUrl, facts.accountId, facts.invoiceId)),
    ],
  };
}

function creditNote(facts: FactsOf<'credit-note'>, { i18n, account, baseUrl }: Setting): Saying {
  const { t } = i18n;
  const { number, invoice: invoiceNumber } = facts;
  return {
    subject: t('mail.creditNote.subject', { number, invoice: invoiceNumber }),
    parts: [
      paragraph(t('mail.creditNote.intro', { account, invoice: invoiceNumber })),
      { is: 'figure', text: money(i18n, `-${facts.total}`, facts.currency) },
      action(i18n, t('mail.invoice.action'), invoiceUrl(baseUrl, facts.accountId, facts.invoiceId)),
    ],
  };
}

function feedTrouble(facts: FactsOf<'feed-trouble'>, { i18n, account, baseUrl }: Setting): Saying {
  const { t } = i18n;
  const feed = nameInBody(facts.feed);
  // A host name could be that of a website, and mails must not contain user-supplied links.
  const host = facts.host && isIP(facts.host) ? facts.host : t('mail.feedServer');
  const reason = t(`mail.reason.${facts.reason}`, { host });
  // The other agents of the feed may be well.
  const [subject, intro] =
    facts.reason === 'agentSilent'
      ? (['mail.feedTrouble.agentSubject', 'mail.feedTrouble.agentIntro'] as const)
      : (['mail.feedTrouble.subject', 'mail.feedTrouble.intro'] as const);
  return {
    subject: t(subject, { feed: nameInSubject(facts.feed) }),
    parts: [
      paragraph(t(intro, { feed, account })),
      paragraph(t('mail.feedTrouble.reason', { reason })),
      paragraph(t('mail.feedTrouble.advice')),
      action(i18n, t('mail.feedTrouble.action'), feedUrl(baseUrl, facts.feedId)),
    ],
  };
}

function feedRecovered(facts: FactsOf<'feed-recovered'>, { i18n: { t }, account }: Setting): Saying {
  const feed = nameInBody(facts.feed);
  return {
    subject: t('mail.feedRecovered.subject', { feed: nameInSubject(facts.feed) }),
    parts: [paragraph(t('mail.feedRecovered.intro', { feed, account }))],
  };
}

function quoteAccepted(
  { quoteId, reference, trees, price, currency }: FactsOf<'quote-accepted'>,
  { i18n, account, accountId, baseUrl }: Setting,
): Saying {
  const { t } = i18n;
  return {
    subject: t('mail.quoteAccepted.subject'),
    parts: [
      paragraph(t('mail.quoteAccepted.intro', { account })),
      {
        is: 'figure',
        text: `${t('badge.trees', { trees })} · ${i18n.number(price, { style: 'currency', currency, maximumFractionDigits: 2 })}`,
      },
      ...(reference === null
        ? []
        : [paragraph(t('mail.quoteAccepted.reference', { reference: nameInBody(reference) }))]),
      action(i18n, t('mail.quoteAccepted.action'), quoteScreenUrl(baseUrl, accountId, quoteId)),
    ],
  };
}

function webhookDisabled(
  { description }: FactsOf<'webhook-disabled'>,
  { i18n, account, accountId, baseUrl }: Setting,
): Saying {
  const { t } = i18n;
  return {
    subject: t('mail.webhookDisabled.subject'),
    parts: [
      paragraph(t('mail.webhookDisabled.intro', { account })),
      ...(description === null
        ? []
        : [paragraph(t('mail.webhookDisabled.description', { description: nameInBody(description) }))]),
      paragraph(t('mail.webhookDisabled.advice')),
      action(i18n, t('mail.webhookDisabled.action'), webhooksUrl(baseUrl, accountId)),
    ],
  };
}

function accountSetAside(facts: FactsOf<'account-set-aside'>, { i18n, baseUrl }: Setting): Saying {
  const { t } = i18n;
  const month = i18n.month(new Date(facts.month));
  return {
    subject: t('mail.setAside.subject', { month }),
    parts: [
      paragraph(t('mail.setAside.intro', { month, account: nameInBody(facts.account) })),
      paragraph(t('mail.setAside.reason', { reason: isolateBidi(facts.reason) })),
      paragraph(t('mail.setAside.advice')),
      action(i18n, t('mail.setAside.action'), monthsUrl(baseUrl)),
    ],
  };
}
