import { recordChange } from '../audit/audit-store.js';
import { nodeUnavailable } from '../../database/failures.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { lockUser, findAcceptedUsersOnNodes, type User } from '../users/user-store.js';
import { endSession } from './end-session.js';
import { insertSession, sessionFacts } from './session-store.js';
import type { SessionHolder } from './session-store.js';
import { generateSessionToken } from './session-token.js';

/**
 * Moves the session to another account of the same address; its expiry stays the same. A token names its account, so
 * the session gets a new one. Undefined if the session has ended in the meantime.
 */
export const switchAccount = (
  context: Context,
  { id: from, sessionId }: SessionHolder,
  { email }: User,
  accountId: string,
): Promise<string | undefined> =>
  inTransaction(context, async (tx) => {
    const { rows: users, isComplete } = await findAcceptedUsersOnNodes(tx.db, email);
    const found = users.find((one) => one.accountId === accountId);
    // Locked, so that the user cannot be deleted at the same time.
    const user = found && (await lockUser(tx.db, found.accountId, found.id));
    if (!user) throw isComplete ? missing('There is no such account') : nodeUnavailable();
    const left = await endSession(tx, from, sessionId);
    if (!left) return undefined;
    const token = generateSessionToken(user.accountId);
    const session = await insertSession(tx.db, {
      ...left,
      accountId: user.accountId,
      userId: user.id,
      hash: hashToken(token),
    });
    await recordChange({ ...tx, actor: { kind: 'user', id: user.id } }, user.accountId, {
      action: 'session.create',
      subjectId: session.id,
      after: sessionFacts(session),
    });
    return token;
  });
