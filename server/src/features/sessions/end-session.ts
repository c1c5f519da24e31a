import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { recognizeSession } from './recognize-session.js';
import { deleteSession, listSessions, sessionFacts, type Session } from './session-store.js';

/** Ends the session; undefined if it has already ended. */
export const endSession = (context: Context, account: AccountId, id: string): Promise<Session | undefined> =>
  inTransaction(context, async (tx) => {
    const session = await deleteSession(tx.db, account, id);
    if (!session) return undefined;
    // People only end their own sessions, and each account knows them as a different user.
    await recordChange({ ...tx, actor: { kind: 'user', id: session.userId } }, account, {
      action: 'session.delete',
      subjectId: id,
      before: sessionFacts(session),
    });
    return session;
  });

/** Ends the previous session of a browser that has a new one. */
export async function endReplacedSession(context: Context, token: string | undefined): Promise<void> {
  const holder = token === undefined ? undefined : await recognizeSession(context, token);
  if (holder) await endSession(context, holder.id, holder.sessionId);
}

/** Ends all sessions of the address except this one; returns how many. */
export const revokeOtherSessions = (context: Context, email: string, keptId: string): Promise<number> =>
  inTransaction(context, async (tx) => {
    const others = (await listSessions(tx.db, email, tx.clock())).filter(({ id }) => id !== keptId);
    let ended = 0;
    for (const { accountId, id } of others) if (await endSession(tx, accountId, id)) ended++;
    return ended;
  });

/** Ends one session of the address, in any account. */
export async function revokeSession(context: Context, email: string, id: string): Promise<void> {
  const sessions = await listSessions(context.db, email, context.clock());
  const session = sessions.find((one) => one.id === id);
  const ended = session && (await endSession(context, session.accountId, id));
  if (!ended) throw missing('There is no such session');
}
