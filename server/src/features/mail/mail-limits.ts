import type { Content, MailKind, Recipient } from './mail.js';
import { dayMs, hourMs } from '../../platform/time/durations.js';

/** How many mails of one kind may be sent within a period. Further mails wait. */
export interface MailLimits {
  readonly withinMs: number;
  /** To one address about one subject: the same feed, month or membership. */
  readonly perSubject: number;
  /** To one address, from all accounts. */
  readonly perAddress: number;
  /** From one account, to all addresses. */
  readonly perAccount: number;
  /**
   * From a root account and all accounts below it, for mails to people who have not agreed to receive any. An account
   * can create any number of subaccounts, and no tree may use up the limit of an address.
   */
  readonly tree?: {
    readonly perAddress: number;
    readonly inAll: number;
    /** Of these, for accounts below: the rest is for the root account itself, whatever they do. */
    readonly below: number;
    /** Of these, for one account directly below the root with all accounts below it, so that no other one is left without any. */
    readonly perBranch: number;
  };
}

type FactsOf<Kind extends MailKind> = Extract<Content, { kind: Kind }>['facts'];

interface MailRules<Kind extends MailKind> {
  readonly limits: MailLimits;
  /** What the mail is about, apart from its recipient. */
  readonly subjectOf: (facts: FactsOf<Kind>, to: Recipient) => string;
}

const feedMails: MailLimits = { withinMs: dayMs, perSubject: 3, perAddress: 50, perAccount: 200 };

/** Every kind has limits: a kind without them does not compile. */
const rules: { readonly [Kind in MailKind]: MailRules<Kind> } = {
  invitation: {
    limits: {
      withinMs: dayMs,
      perSubject: 3,
      perAddress: 20,
      perAccount: 200,
      tree: { perAddress: 10, inAll: 500, below: 400, perBranch: 100 },
    },
    subjectOf: (_, { userId }) => `invitation ${userId}`,
  },
  // Per hour, so that requesting links for other people cannot lock them out for a day.
  'sign-in': {
    limits: { withinMs: hourMs, perSubject: 10, perAddress: 10, perAccount: 1000 },
    subjectOf: (_, { userId }) => `sign-in ${userId}`,
  },
  // The event allows one per user and month already; a person may be a user of very many accounts.
  'month-end': {
    limits: { withinMs: dayMs, perSubject: 1, perAddress: 500, perAccount: 1000 },
    subjectOf: ({ month }, { accountId }) => `month-end ${month} ${accountId}`,
  },
  // The event allows one per user and invoice already.
  invoice: {
    limits: { withinMs: dayMs, perSubject: 1, perAddress: 500, perAccount: 1000 },
    subjectOf: ({ invoiceId }) => `invoice ${invoiceId}`,
  },
  'credit-note': {
    limits: { withinMs: dayMs, perSubject: 1, perAddress: 500, perAccount: 1000 },
    subjectOf: ({ creditNoteId }) => `credit-note ${creditNoteId}`,
  },
  'feed-trouble': { limits: feedMails, subjectOf: ({ feedId }) => `feed ${feedId}` },
  'feed-recovered': { limits: feedMails, subjectOf: ({ feedId }) => `feed ${feedId}` },
  // The event allows one per user and offset already; only the account itself makes quotes that can be accepted.
  'quote-accepted': {
    limits: { withinMs: dayMs, perSubject: 3, perAddress: 200, perAccount: 1000 },
    subjectOf: ({ quoteId }) => `quote ${quoteId}`,
  },
  'webhook-disabled': {
    limits: { withinMs: dayMs, perSubject: 3, perAddress: 50, perAccount: 200 },
    subjectOf: ({ endpointId }) => `webhook ${endpointId}`,
  },
  // Sent to operators, who may all be users of one account. A close sends few of them per month.
  'account-set-aside': {
    limits: { withinMs: dayMs, perSubject: 1, perAddress: 100, perAccount: 1000 },
    subjectOf: ({ month, accountId }) => `set-aside ${month} ${accountId}`,
  },
};

/** Undefined for a kind that this version does not know. */
export const limitsOf = (kind: string): MailLimits | undefined =>
  kind in rules ? rules[kind as MailKind].limits : undefined;

export function subjectOf<Kind extends MailKind>(
  { kind, facts }: { kind: Kind; facts: FactsOf<Kind> },
  to: Recipient,
): string {
  return rules[kind].subjectOf(facts, to);
}
