import { isIP } from 'node:net';
import { feedUrl, monthsUrl, webhooksUrl } from '../../../messages/links.js';
import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import { nameInBody, nameInSubject } from '../tenant-name.js';
import { action, paragraph, type FactsOf, type MailBody, type MailBodyContext } from './mail-body.js';

export function feedTrouble(
  facts: FactsOf<'feed-trouble'>,
  { i18n, account, baseUrl }: MailBodyContext,
): MailBody {
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

export function feedRecovered(
  facts: FactsOf<'feed-recovered'>,
  { i18n: { t }, account }: MailBodyContext,
): MailBody {
  const feed = nameInBody(facts.feed);
  return {
    subject: t('mail.feedRecovered.subject', { feed: nameInSubject(facts.feed) }),
    parts: [paragraph(t('mail.feedRecovered.intro', { feed, account }))],
  };
}

export function webhookDisabled(
  { description }: FactsOf<'webhook-disabled'>,
  { i18n, account, accountId, baseUrl }: MailBodyContext,
): MailBody {
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

export function accountSetAside(
  facts: FactsOf<'account-set-aside'>,
  { i18n, baseUrl }: MailBodyContext,
): MailBody {
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
