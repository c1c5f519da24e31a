import {
  expandAccount,
  listChildren,
  listChildrenByExternalId,
} from '../../features/accounts/account-store.js';
import type { Account, AccountId } from '../../features/accounts/account.js';
import { changeAccountStatus } from '../../features/accounts/change-account-status.js';
import { createChildAccount, roleOfChild } from '../../features/accounts/create-account.js';
import { requireAccessibleAccount } from '../../features/accounts/require-accessible-account.js';
import { updateAccount } from '../../features/accounts/update-account.js';
import { nameSort } from '../../features/accounts/name-sort.js';
import type { Context } from '../../database/context.js';
import { forbidden } from '../../platform/errors.js';
import { list, route } from '../route.js';
import {
  Account as AccountShape,
  AccountChanges,
  ExpandedAccount,
  NewAccount,
  presentAccount,
  presentExpandedAccount,
} from '../../wire/account.js';
import { ExternalIdQuery } from '../../wire/fields.js';

const expanded = async ({ db, clock }: Context, id: AccountId) =>
  presentExpandedAccount(await expandAccount(db, id, clock()));

const find = ({ db }: Context, account: Account, id: string): Promise<Account> =>
  requireAccessibleAccount(db, account.id, id);

export const accountRoutes = [
  route({
    operation: 'getOwnAccount',
    method: 'GET',
    path: '/account',
    summary: 'The account itself',
    reply: ExpandedAccount,
    handle: ({ context, account }) => expanded(context, account.id),
  }),
  list({
    operation: 'listAccounts',
    path: '/accounts',
    summary: 'Accounts directly below, by name',
    query: ExternalIdQuery,
    item: AccountShape,
    sortedBy: 'name',
    page: ({ context: { db }, account: { id }, query: { external_id: externalId } }, page) =>
      externalId === undefined
        ? listChildren(db, id, page)
        : listChildrenByExternalId(db, id, externalId, page),
    keyOf: ({ name, id }) => ({ sort: nameSort(name), id }),
    present: presentAccount,
  }),
  route({
    operation: 'getAccount',
    method: 'GET',
    path: '/accounts/:id',
    summary: 'One account: your own or any below it',
    reply: ExpandedAccount,
    find,
    handle: ({ context, found }) => expanded(context, found.id),
  }),
  route({
    operation: 'createAccount',
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account below',
    body: NewAccount,
    reply: ExpandedAccount,
    permit: (account) => void roleOfChild(account),
    handle: async ({ context, account, body }) => {
      const created = await createChildAccount(context, account, {
        name: body.name,
        displayName: body.display_name,
        externalId: body.external_id,
      });
      return expanded(context, created.id);
    },
  }),
  route({
    operation: 'updateAccount',
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'Change names and external id',
    body: AccountChanges,
    reply: ExpandedAccount,
    find,
    handle: async ({ context, found, body }) => {
      await updateAccount(context, found.id, {
        name: body.name,
        displayName: body.display_name,
        externalId: body.external_id,
      });
      return expanded(context, found.id);
    },
  }),
  statusRoute('activate', 'active', 'Activate an account', ({ status }) => status === 'inactive'),
  statusRoute(
    'deactivate',
    'inactive',
    'Deactivate an account, which then accepts no more deposits',
    () => true,
  ),
];

/** `refusesSelf` decides whether the caller is refused for its own account. */
function statusRoute(
  verb: 'activate' | 'deactivate',
  status: Account['status'],
  summary: string,
  refusesSelf: (caller: Account) => boolean,
) {
  return route({
    operation: `${verb}Account`,
    method: 'POST',
    path: `/accounts/:id/${verb}`,
    summary,
    reply: ExpandedAccount,
    permit: (_, caller, id) => {
      if (id === caller.id && refusesSelf(caller))
        throw forbidden(`An account cannot ${verb} itself`, { code: 'not-to-itself' });
    },
    find,
    handle: async ({ context, caller, found }) => {
      // The caller's own account is already active. Updating it could undo a concurrent deactivation.
      if (found.id !== caller.id) await changeAccountStatus(context, found.id, status);
      return expanded(context, found.id);
    },
  });
}
