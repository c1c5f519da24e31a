import { auditedFields } from '../audit/audited-fields.js';
import type { Decimal, Whole } from '../../platform/decimals.js';

declare const tenant: unique symbol;

/**
 * The key of a tenant's rows. Only this folder makes one (from a row that the caller was found to reach, or that it just
 * created), and every store asks for one: a text from a request cannot be used to read someone's data.
 */
export type AccountId = string & { readonly [tenant]: true };

export const roles = ['distributor', 'channel', 'customer'] as const;
export type Role = (typeof roles)[number];

/** What may stand at the top of a tree: a customer is somebody's. */
export const rootRoles = ['distributor', 'channel'] as const;
export type RootRole = (typeof rootRoles)[number];

export interface Account {
  readonly id: AccountId;
  readonly parentId: AccountId | null;
  /** Every ancestor from the root down, then the account itself. */
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

/** The role of an account below one of this role; undefined where nothing may be below. */
export const roleBelow: Record<Role, Role | undefined> = {
  distributor: 'channel',
  channel: 'customer',
  customer: undefined,
};
