import type { AccountId } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { recognizeSession } from './recognize-session.js';
import { deleteSession, listSessions, sessionFacts, type Session } from './session-store.js';

/** Ends the session, whoever has its token; undefined when it has ended before. */
export const endSession = (context: Context, account: AccountId, id: string): Promise<Session | undefined> =>
  inTransaction(context, async (tx) => {
    const session = await deleteSession(tx.db, account, id);
    if (!session) return undefined;
    // A person ends their own sessions only, and is known to each account as that one's user.
    await record({ ...tx, actor: { kind: 'user', id: session.userId } }, account, {
      action: 'session.delete',
      subjectId: id,
      before: sessionFacts(session),
    });
    return session;
  });

/** Ends the session that a browser had before it got another one. */
export async function endReplacedSession(context: Context, token: string | undefined): Promise<void> {
  const holder = token === undefined ? undefined : await recognizeSession(context, token);
  if (holder) await endSession(context, holder.id, holder.sessionId);
}

/** Ends all sessions that the address has but this one; how many there were. */
export const revokeOtherSessions = (context: Context, email: string, keptId: string): Promise<number> =>
  inTransaction(context, async (tx) => {
    const others = (await listSessions(tx.db, email, tx.clock())).filter(({ id }) => id !== keptId);
    let ended = 0;
    for (const { accountId, id } of others) if (await endSession(tx, accountId, id)) ended++;
    return ended;
  });

/** Ends one of all sessions that the address has, in whichever account. */
export async function revokeSession(context: Context, email: string, id: string): Promise<void> {
  const sessions = await listSessions(context.db, email, context.clock());
  const session = sessions.find((one) => one.id === id);
  const ended = session && (await endSession(context, session.accountId, id));
  if (!ended) throw missing('There is no such session');
}
