import { recordChange } from '../audit/audit-store.js';
import { recordEvents } from '../events/event-store.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation, type UniqueConflict } from '../../database/failures.js';
import { forbidden } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { accountEvent, accountFacts, roleBelow, type Account, type Role, type RootRole } from './account.js';
import { insertAccount } from './account-store.js';
import { requireFreeRootNames } from './require-free-root-names.js';
import { requireSandboxAccountQuota } from './require-sandbox-account-quota.js';

export interface NewAccountInput {
  readonly name: string;
  readonly displayName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}

export const uniqueSiblingKeys = {
  accounts_sibling_name: {
    message: 'name is already taken by another account of the same parent',
    reason: { code: 'name-taken', field: 'name' },
  },
  accounts_sibling_external_id: {
    message: 'external_id is already taken by another account of the same parent',
    reason: { code: 'reference-taken', field: 'external_id' },
  },
} satisfies Record<string, UniqueConflict>;

/** The role of a new child. Throws if accounts with the parent's role cannot have children. */
export function roleOfChild(parent: Account): Role {
  const role = roleBelow[parent.role];
  if (!role)
    throw forbidden(`A ${parent.role} account cannot have accounts below it`, { code: 'no-accounts-below' });
  return role;
}

export const createChildAccount = (
  context: Context,
  parent: Account,
  input: NewAccountInput,
): Promise<Account> => createAccount(context, parent, roleOfChild(parent), input);

/** For the operator. Throws if another root account has the name or external ID. */
export const createRootAccount = (
  context: Context,
  role: RootRole,
  input: NewAccountInput,
): Promise<Account> =>
  inTransaction(context, async (tx) => {
    await requireFreeRootNames(tx.db, { name: input.name, externalId: input.externalId ?? null });
    return createAccount(tx, undefined, role, input);
  });

/** Does not check the role, or whether the names of a root account are free: the two functions above do. */
export const createAccount = (
  context: Context,
  parent: Account | undefined,
  role: Role,
  input: NewAccountInput,
): Promise<Account> =>
  inTransaction(context, async (tx) => {
    const account = await mapUniqueViolation(uniqueSiblingKeys, () =>
      insertAccount(tx.db, {
        id: newId(),
        parent,
        name: input.name,
        displayName: input.displayName ?? input.name,
        externalId: input.externalId ?? null,
        role,
        createdAt: tx.clock(),
      }),
    );
    await requireSandboxAccountQuota(tx);
    const { id } = account;
    await recordChange(tx, id, { action: 'account.create', subjectId: id, after: accountFacts(account) });
    await recordEvents(tx, id, accountEvent('account.created', account));
    return account;
  });
