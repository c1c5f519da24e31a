import {
  changeAccountStatus,
  createAccount,
  createKey,
  createSandbox,
} from '../../bench/support/compiled-server.mjs';
import { createKnownIds } from './known-ids.mjs';

/** New accounts: what one does must not be visible to the others. Replacing them at intervals keeps their lists short. */
export async function createRelatedAccounts(context, { revision, projects, name }) {
  const member = async (role, parent, isActive = true) => {
    const account = await createAccount(context, parent, role, { name: `${role} of ${name}` });
    if (!isActive) await changeAccountStatus(context, account.id, 'inactive');
    const { key } = await createKey(context, account.id, { name: null, revision });
    return { account, key };
  };
  const sandboxOf = async (owner) => {
    const { accountId, key } = await createSandbox(context, { owner, revision });
    return { account: { id: accountId }, key };
  };
  const distributor = await member('distributor');
  const channel = await member('channel', distributor.account);
  const callers = [
    distributor,
    channel,
    await member('customer', channel.account),
    await member('distributor'),
    await member('customer', undefined, false),
    await sandboxOf(distributor.account),
  ];
  const knownIds = createKnownIds({
    accounts: callers.map(({ account }) => account.id),
    projects: [projects.forestryId, projects.carbonId],
  });
  return { callers, knownIds };
}
