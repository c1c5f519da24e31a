import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { deleteServer as removeServer, lockServer, serverFacts } from '../servers/server-store.js';
import { isServerInUse } from './feed-store.js';

/** Here and not in `servers`, because only feeds know whether a server is in use. */
export const deleteServer = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const server = await lockServer(tx.db, account, id);
    if (!server) throw missing('There is no such server');
    if (await isServerInUse(tx.db, account, id))
      throw invalid('This server is used by a feed and cannot be deleted', { code: 'server-in-use' });
    await removeServer(tx.db, account, id);
    await recordChange(tx, account, { action: 'server.delete', subjectId: id, before: serverFacts(server) });
  });
