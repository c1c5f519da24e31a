import type { Static } from '@sinclair/typebox';
import { findAnyAccount } from '../../../features/accounts/account-store.js';
import { searchAllAccounts } from '../../../features/accounts/all-accounts-store.js';
import { changeAccountSettings } from '../../../features/accounts/change-settings.js';
import { createRootAccount } from '../../../features/accounts/create-account.js';
import { createKey } from '../../../features/keys/create-key.js';
import type { Context } from '../../../database/context.js';
import { missing } from '../../../platform/errors.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { defaultRevision } from '../../../wire/revisions/index.js';
import { createUser } from '../../../features/users/create-user.js';
import { presentAccount } from '../../../wire/account.js';
import {
  AccountsQuery,
  NewRootAccount,
  CreatedRootAccount,
  presentOperatorAccount,
  RateChange,
  OperatorAccount,
  rateOf,
} from '../../../wire/dashboard/operator-account.js';
import { list, route } from '../../route.js';

export const listedRootAccounts = list({
  operation: 'listRootAccounts',
  path: '/accounts',
  summary: 'Root accounts by name, or any account, that a text is found in',
  query: AccountsQuery,
  item: OperatorAccount,
  sortedBy: 'name',
  page: ({ context, query: { q = '', which } }, page) =>
    searchAllAccounts(context.db, { text: q.trim(), isRoot: which !== 'all' }, page),
  keyOf: ({ nameSort, id }) => ({ sort: nameSort, id }),
  present: presentOperatorAccount,
});

export const accountRoutes = [
  listedRootAccounts,
  route({
    operation: 'createRootAccount',
    method: 'POST',
    path: '/accounts',
    summary: 'A new root account with its first key, and an invitation to its first user',
    body: NewRootAccount,
    reply: CreatedRootAccount,
    // The answer must not be stored: it contains the key.
    acceptsIdempotencyKey: false,
    handle: ({ context, body }) => openAccount(context, body),
  }),
  route({
    operation: 'changeRate',
    method: 'PATCH',
    path: '/accounts/:id',
    summary: 'What an account pays per standard page; null for what the methodology says',
    body: RateChange,
    reply: OperatorAccount,
    find: (context, _, id) => requireAnyAccount(context, id),
    handle: async ({ context, found: account, body }) => {
      const { rate } = await changeAccountSettings(context, account.id, { rate: rateOf(body) });
      return presentOperatorAccount({ ...account, rate });
    },
  }),
];

async function requireAnyAccount({ db }: Context, id: string) {
  const account = await findAnyAccount(db, id);
  if (!account) throw missing('There is no such account');
  return account;
}

/** All or nothing. */
const openAccount = (
  context: Context,
  { role, user, ...names }: Static<typeof NewRootAccount>,
): Promise<Static<typeof CreatedRootAccount>> =>
  inTransaction(context, async (tx) => {
    const account = await createRootAccount(tx, role, {
      name: names.name,
      displayName: names.display_name,
      externalId: names.external_id,
    });
    const { key } = await createKey(tx, account.id, { name: null, revision: defaultRevision });
    const invited = user
      ? await createUser(tx, account.id, { email: user.email, fullName: user.full_name, locale: user.locale })
      : undefined;
    return { account: presentAccount(account), key, invited: invited?.email ?? null };
  });
