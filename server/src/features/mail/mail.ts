import type { AccountId } from '../accounts/account.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import type { Place } from '../../messages/places/place-name.js';
import type { Decimal } from '../../platform/decimals.js';
import type { ExactNumber } from '../../platform/exact-number.js';
import type { TroubleReason } from '@regrove/printers/trouble-reasons';

/** The user of an account that a mail is for. */
export interface Recipient {
  readonly accountId: AccountId;
  /** The root of the account's tree. */
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
  /** Absent in older mails. */
  readonly host?: string | null;
}

/** What was funded, and where. */
export interface ProjectFacts {
  readonly project: string;
  /** Absent in older mails. */
  readonly place?: Place;
}

export interface CertificateFacts extends ProjectFacts {
  readonly id: string;
  readonly pages: ExactNumber;
  readonly trees: Decimal;
}

/** What of all trees of an account was planted when the mail was written. */
export interface PlantedFacts {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly trees: Decimal;
  /** Those that plantings cover. */
  readonly covered: Decimal;
}

/** An invoice, or the invoice of a credit note. */
interface DocumentFacts {
  readonly invoiceId: string;
  readonly accountId: AccountId;
  readonly number: string;
  /** With tax. */
  readonly total: Decimal;
  readonly currency: string;
}

interface WantedScreen {
  /** The screen that the user wanted to open. */
  readonly next?: string;
}

/** The kind of a mail and its facts. Facts are stored unencrypted: never put a secret there. */
export type Content =
  | { readonly kind: 'invitation'; readonly facts: WantedScreen }
  | { readonly kind: 'sign-in'; readonly facts: WantedScreen & { readonly minutes: number } }
  | {
      readonly kind: 'month-end';
      readonly facts: {
        /** The first day of the month. */
        readonly month: string;
        readonly pages: ExactNumber;
        readonly trees: Decimal;
        readonly certificates: readonly CertificateFacts[];
        /** Absent in older mails. */
        readonly planted?: PlantedFacts;
        /** Of all of them. Absent in older mails. */
        readonly methodology?: MethodologyOrigin;
        /** The newest of the transparency log: a signed note. */
        readonly checkpoint?: string;
      };
    }
  | {
      readonly kind: 'invoice';
      readonly facts: DocumentFacts & {
        /** The first day of the month. */
        readonly month: string;
        /** YYYY-MM-DD */
        readonly dueOn: string;
      };
    }
  | {
      readonly kind: 'credit-note';
      readonly facts: DocumentFacts & {
        readonly creditNoteId: string;
        /** The number of the invoice. */
        readonly invoice: string;
      };
    }
  | { readonly kind: 'feed-trouble'; readonly facts: FeedFacts & TroubleFacts }
  | { readonly kind: 'feed-recovered'; readonly facts: FeedFacts }
  | {
      readonly kind: 'quote-accepted';
      readonly facts: {
        readonly quoteId: string;
        /** The account's own. */
        readonly reference: string | null;
        readonly trees: Decimal;
        readonly price: Decimal;
        readonly currency: string;
        readonly certificateId: string;
        /** These two are absent in older mails. */
        readonly project?: ProjectFacts;
        readonly planted?: PlantedFacts;
        /** Missing: unknown, or stored by a version that did not tell it. */
        readonly methodology?: MethodologyOrigin | null;
      };
    }
  | {
      readonly kind: 'webhook-disabled';
      readonly facts: {
        readonly endpointId: string;
        /** The account's own. */
        readonly description: string | null;
      };
    }
  | {
      readonly kind: 'account-set-aside';
      readonly facts: {
        /** The first day of the month. */
        readonly month: string;
        readonly accountId: AccountId;
        readonly account: string;
        readonly reason: string;
      };
    };

export type MailKind = Content['kind'];

/** A mail as it is stored. */
export type StoredMail = Content & {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly address: string;
  readonly locale: string;
  readonly createdAt: Date;
  readonly secretSealed: Buffer | null;
  /** Starts at 1. */
  readonly attempts: number;
};

/** A mail that is about to be sent. */
export type Mail = StoredMail & {
  /** Of the user. Null: unknown, or the user has been deleted. */
  readonly fullName: string | null;
};
