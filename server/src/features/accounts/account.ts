import { auditedFields } from '../audit/audited-fields.js';
import type { NewEvent } from '../events/event-store.js';
import type { EventType } from '../events/event-types.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

declare const tenant: unique symbol;

/**
 * Key of a tenant's rows. It comes only from database rows, such as an account that the caller may access or has just
 * created. Every store requires one, so a string from a request cannot be used to read another tenant's data.
 */
export type AccountId = string & { readonly [tenant]: true };

export const roles = ['distributor', 'channel', 'customer'] as const;
export type Role = (typeof roles)[number];

/** Roles of root accounts. A customer always has a parent. */
export const rootRoles = ['distributor', 'channel'] as const;
export type RootRole = (typeof rootRoles)[number];

export interface Account {
  readonly id: AccountId;
  readonly parentId: AccountId | null;
  /** All ancestors from the root down, then the account itself. */
  readonly lineage: readonly AccountId[];
  readonly name: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly role: Role;
  readonly status: 'active' | 'inactive';
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly deactivatedAt: Date | null;
}

export const accountFacts = auditedFields('parentId', 'name', 'displayName', 'externalId', 'role', 'status');

/** What its events tell. */
const eventFacts = auditedFields(
  'parentId',
  'name',
  'displayName',
  'externalId',
  'role',
  'createdAt',
  'status',
  'activatedAt',
  'deactivatedAt',
);

export const accountEvent = (type: Extract<EventType, `account.${string}`>, account: Account): NewEvent => ({
  type,
  subjectId: account.id,
  facts: eventFacts(account),
});

export interface ExpandedAccount extends Account {
  readonly accountsCount: number;
  readonly usersCount: number;
  readonly mtdPages: Whole;
  readonly qtdPages: Whole;
  readonly ytdPages: Whole;
  readonly ltdPages: Whole;
  readonly mtdTrees: Decimal;
  readonly qtdTrees: Decimal;
  readonly ytdTrees: Decimal;
  readonly ltdTrees: Decimal;
}

/** The role of an account's children. Undefined: it cannot have any. */
export const roleBelow: Record<Role, Role | undefined> = {
  distributor: 'channel',
  channel: 'customer',
  customer: undefined,
};
