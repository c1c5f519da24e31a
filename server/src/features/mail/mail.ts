import type { AccountId } from '../accounts/account.js';
import type { Decimal } from '../../platform/decimals.js';
import type { ExactNumber } from '../../platform/exact-number.js';
import type { TroubleReason } from '../../sources/trouble-reasons.js';

/** Whom a mail is for: a user of an account. */
export interface Recipient {
  readonly accountId: AccountId;
  /** The top of the tree that the account is in. */
  readonly rootId: string;
  readonly accountName: string;
  readonly userId: string;
  readonly address: string;
  readonly locale: string;
}

interface FeedFacts {
  readonly feedId: string;
  readonly feed: string;
}

interface TroubleFacts {
  readonly reason: TroubleReason;
  /** Missing in mails from before it was kept. */
  readonly host?: string | null;
}

export interface CertificateFacts {
  readonly id: string;
  readonly project: string;
  readonly pages: ExactNumber;
  readonly trees: Decimal;
}

/** What there is to tell, and the facts that are told. Facts are kept as they are: no secret is ever among them. */
export type Content =
  | { readonly kind: 'invitation'; readonly facts: Readonly<Record<string, never>> }
  | {
      readonly kind: 'sign-in';
      readonly facts: {
        readonly minutes: number;
        /** The screen that was asked for. */
        readonly next?: string;
      };
    }
  | {
      readonly kind: 'month-end';
      readonly facts: {
        /** Its first day. */
        readonly month: string;
        readonly pages: ExactNumber;
        readonly trees: Decimal;
        readonly certificates: readonly CertificateFacts[];
      };
    }
  | { readonly kind: 'feed-trouble'; readonly facts: FeedFacts & TroubleFacts }
  | { readonly kind: 'feed-recovered'; readonly facts: FeedFacts }
  | {
      readonly kind: 'account-set-aside';
      readonly facts: {
        /** Its first day. */
        readonly month: string;
        readonly accountId: AccountId;
        readonly account: string;
        readonly reason: string;
      };
    };

export type MailKind = Content['kind'];

/** A mail that is about to be sent. */
export type Mail = Content & {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly address: string;
  readonly locale: string;
  readonly createdAt: Date;
  readonly secretSealed: Buffer | null;
  /** Counts from 1. */
  readonly attempts: number;
};
