import type { AccountId } from '../accounts/account.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { deleteServer as removeServer, lockServer } from '../servers/server-store.js';
import { isServerInUse } from './feed-store.js';

/** Lives here and not with the servers, because only feeds know whether a server is in use. */
export const deleteServer = ({ db }: Context, account: AccountId, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await lockServer(tx, account, id))) throw missing('There is no such server');
    if (await isServerInUse(tx, account, id))
      throw invalid('This server is used by a feed: it cannot be deleted');
    await removeServer(tx, account, id);
  });
