import type { MailKind } from './mail.js';

/** What users can choose to get mails about. Invitations and sign-in links are always sent: people need them to get in. */
export const mailTopics = ['month-end', 'invoices', 'feeds', 'quotes', 'webhooks', 'set-aside'] as const;

export type MailTopic = (typeof mailTopics)[number];

const topics: Readonly<Record<MailKind, MailTopic | undefined>> = {
  invitation: undefined,
  'sign-in': undefined,
  'month-end': 'month-end',
  'feed-trouble': 'feeds',
  'feed-recovered': 'feeds',
  'account-set-aside': 'set-aside',
  'quote-accepted': 'quotes',
  'webhook-disabled': 'webhooks',
  invoice: 'invoices',
  'credit-note': 'invoices',
};

/** Undefined if the mail is always sent. */
export const topicOf = (kind: MailKind): MailTopic | undefined => topics[kind];

/** Every kind of mail that this version can write. */
export const mailKinds = Object.keys(topics) as MailKind[];
