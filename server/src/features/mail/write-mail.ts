import { isIP } from 'node:net';
import { certificatePdfUrl, certificateUrl, feedUrl, monthsUrl, signInUrl } from '../../messages/links.js';
import { defaultLocale, negotiateLocale } from '../../messages/locales.js';
import { wordsFor, type Words } from '../../messages/words.js';
import { whole } from '../../platform/decimals.js';
import { nameInBody, nameInSubject } from './tenant-name.js';
import { isolateBidi } from './bidi-isolate.js';
import type { MailContent, Part } from './mail-content.js';
import type { CertificateFacts, Content, Mail } from './mail.js';

interface Setting {
  readonly words: Words;
  /** The name as used in the body; shorter in the subject. */
  readonly account: string;
  readonly accountInSubject: string;
  readonly baseUrl: string;
  /** The token in the link of an invitation or a sign-in. */
  readonly secret: string;
}

type FactsOf<Kind extends Content['kind']> = Extract<Content, { kind: Kind }>['facts'];
type Saying = Pick<MailContent, 'subject' | 'parts'>;

/** Writes the mail in the language of its recipient. */
export function writeMail(mail: Mail, baseUrl: string, secret: string): MailContent {
  const words = wordsFor(negotiateLocale(mail.locale, undefined, defaultLocale));
  const account = nameInBody(mail.accountName);
  const accountInSubject = nameInSubject(mail.accountName);
  const { subject, parts } = sayingOf(mail, { words, account, accountInSubject, baseUrl, secret });
  return {
    subject,
    parts: [paragraph(words.say('mail.greeting')), ...parts],
    footer: words.say('mail.footer', { address: isolateBidi(mail.address), account }),
  };
}

function sayingOf(content: Content, setting: Setting): Saying {
  switch (content.kind) {
    case 'invitation':
      return invitation(setting);
    case 'sign-in':
      return signIn(content.facts, setting);
    case 'month-end':
      return monthEnd(content.facts, setting);
    case 'feed-trouble':
      return feedTrouble(content.facts, setting);
    case 'feed-recovered':
      return feedRecovered(content.facts, setting);
    case 'account-set-aside':
      return accountSetAside(content.facts, setting);
  }
}

const paragraph = (text: string): Part => ({ is: 'paragraph', text });
const note = (text: string): Part => ({ is: 'note', text });
const action = ({ say }: Words, label: string, url: string): Part => ({
  is: 'action',
  link: { label, url },
  fallback: say('mail.linkFallback'),
});

function invitation({ words, account, accountInSubject, baseUrl, secret }: Setting): Saying {
  const { say } = words;
  return {
    subject: say('mail.invitation.subject', { account: accountInSubject }),
    parts: [
      paragraph(say('mail.invitation.intro', { account })),
      action(words, say('mail.invitation.action'), signInUrl(baseUrl, secret)),
      note(say('mail.invitation.expires')),
      note(say('mail.invitation.ignore')),
    ],
  };
}

function signIn({ minutes, next }: FactsOf<'sign-in'>, { words, baseUrl, secret }: Setting): Saying {
  const { say } = words;
  return {
    subject: say('mail.signIn.subject'),
    parts: [
      paragraph(say('mail.signIn.intro')),
      action(words, say('mail.signIn.action'), signInUrl(baseUrl, secret, next)),
      note(say('mail.signIn.expires', { minutes })),
      note(say('mail.signIn.ignore')),
    ],
  };
}

function monthEnd(
  { month: day, pages, trees, certificates }: FactsOf<'month-end'>,
  { words, account, baseUrl }: Setting,
): Saying {
  const { say } = words;
  const month = words.month(new Date(day));
  const total = (sum: Pick<CertificateFacts, 'pages' | 'trees'>): string =>
    say('mail.monthEnd.total', { pages: whole(String(sum.pages)), trees: sum.trees });
  const entry = ({ id, project, ...share }: CertificateFacts): Part => ({
    is: 'entry',
    title: nameInBody(project),
    // With a single certificate, this would repeat the total.
    ...(certificates.length > 1 && { detail: total(share) }),
    links: [
      { label: say('mail.monthEnd.view'), url: certificateUrl(baseUrl, id) },
      { label: say('mail.monthEnd.pdf'), url: certificatePdfUrl(baseUrl, id) },
    ],
  });
  return {
    subject: say('mail.monthEnd.subject', { month }),
    parts: [
      paragraph(say('mail.monthEnd.intro', { account, month })),
      { is: 'figure', text: total({ pages, trees }) },
      { is: 'heading', text: say('mail.monthEnd.certificates') },
      ...certificates.map(entry),
    ],
  };
}

function feedTrouble(facts: FactsOf<'feed-trouble'>, { words, account, baseUrl }: Setting): Saying {
  const { say } = words;
  const feed = nameInBody(facts.feed);
  // A host name could be that of a website, and mails must not contain user-supplied links.
  const host = facts.host && isIP(facts.host) ? facts.host : say('mail.feedServer');
  const reason = say(`mail.reason.${facts.reason}`, { host });
  return {
    subject: say('mail.feedTrouble.subject', { feed: nameInSubject(facts.feed) }),
    parts: [
      paragraph(say('mail.feedTrouble.intro', { feed, account })),
      paragraph(say('mail.feedTrouble.reason', { reason })),
      paragraph(say('mail.feedTrouble.advice')),
      action(words, say('mail.feedTrouble.action'), feedUrl(baseUrl, facts.feedId)),
    ],
  };
}

function feedRecovered(facts: FactsOf<'feed-recovered'>, { words: { say }, account }: Setting): Saying {
  const feed = nameInBody(facts.feed);
  return {
    subject: say('mail.feedRecovered.subject', { feed: nameInSubject(facts.feed) }),
    parts: [paragraph(say('mail.feedRecovered.intro', { feed, account }))],
  };
}

function accountSetAside(facts: FactsOf<'account-set-aside'>, { words, baseUrl }: Setting): Saying {
  const { say } = words;
  const month = words.month(new Date(facts.month));
  return {
    subject: say('mail.setAside.subject', { month }),
    parts: [
      paragraph(say('mail.setAside.intro', { month, account: nameInBody(facts.account) })),
      paragraph(say('mail.setAside.reason', { reason: isolateBidi(facts.reason) })),
      paragraph(say('mail.setAside.advice')),
      action(words, say('mail.setAside.action'), monthsUrl(baseUrl)),
    ],
  };
}
