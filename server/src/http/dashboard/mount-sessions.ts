import type { Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { expandAccount } from '../../features/accounts/account-store.js';
import type { Context } from '../../database/context.js';
import { nodeUnavailable } from '../../database/failures.js';
import { missing } from '../../platform/errors.js';
import { endSession, revokeOtherSessions, revokeSession } from '../../features/sessions/end-session.js';
import { recognizeSession } from '../../features/sessions/recognize-session.js';
import { clearSessionCookie, setSessionCookie } from '../session-cookies.js';
import { listSessions } from '../../features/sessions/session-store.js';
import { switchAccount } from '../../features/sessions/switch-account.js';
import { acceptInvitation } from '../../features/users/accept-invitation.js';
import { changeUser } from '../../features/users/change-user.js';
import { declineInvitation } from '../../features/users/delete-user.js';
import { findUsersByEmailOnNodes, type User } from '../../features/users/user-store.js';
import { deleted } from '../../wire/fields.js';
import {
  presentListedSession,
  presentSession,
  SessionChanges,
  type EndedSessions,
} from '../../wire/dashboard/session.js';
import { contextOf, idOf } from '../edge/request-state.js';
import { bodyReader } from '../edge/read-body.js';
import { sessionEndedError, sessionOf, userOf, type CurrentSession } from './signed-in.js';

/** Users with restricted permission may change these, too: their own language, mails and sessions. */
const ownSettings = { config: { isForRestricted: true } };

/** The sessions and invitations of the signed-in user. */
export function mountSessions(app: FastifyInstance): void {
  const readChanges = bodyReader(SessionChanges);

  const config = { isForAwaitingPasskey: true };

  app.get('/session', { config }, (request) => describe(contextOf(request), sessionOf(request)));

  app.patch('/session', ownSettings, (request, reply) =>
    change(contextOf(request), sessionOf(request), readChanges(request.body), reply),
  );

  app.delete('/session', { config: { ...config, isForRestricted: true } }, async (request, reply) => {
    const { holder } = sessionOf(request);
    await endSession(contextOf(request), holder.id, holder.sessionId);
    reply.header('Set-Cookie', clearSessionCookie());
    return deleted(holder.sessionId);
  });

  app.post('/invitations/:id', async (request) => {
    const context = contextOf(request);
    const session = sessionOf(request);
    await acceptInvitation(context, await invitedUser(context, session, idOf(request)));
    return describe(context, session);
  });

  app.delete('/invitations/:id', async (request) => {
    const context = contextOf(request);
    const invited = await invitedUser(context, sessionOf(request), idOf(request));
    await declineInvitation(context, invited);
    return deleted(invited.id);
  });

  app.get('/sessions', async (request) => {
    const { holder, user } = sessionOf(request);
    const { db, clock } = contextOf(request);
    const sessions = await listSessions(db, user.email, clock());
    return sessions.map((session) => presentListedSession(session, holder.sessionId));
  });

  app.delete('/sessions', ownSettings, async (request): Promise<Static<typeof EndedSessions>> => {
    const { holder, user } = sessionOf(request);
    return { ended: await revokeOtherSessions(contextOf(request), user.email, holder.sessionId) };
  });

  app.delete('/sessions/:id', ownSettings, async (request, reply) => {
    const { holder, user } = sessionOf(request);
    const id = idOf(request);
    await revokeSession(contextOf(request), user.email, id);
    if (id === holder.sessionId) reply.header('Set-Cookie', clearSessionCookie());
    return deleted(id);
  });
}

async function describe({ db, clock, currency, sandbox }: Context, { holder, user }: CurrentSession) {
  const now = clock();
  const account = await expandAccount(db, holder.id, now);
  const own = {
    ...user,
    accountId: holder.id,
    acceptedAt: null,
    invitedAt: user.createdAt,
    accountName: account.displayName,
    accountRole: account.role,
  };
  // People belong to live accounts. Users of a sandbox may have their address, but are not they.
  if (sandbox)
    return presentSession({
      holder,
      user,
      account,
      currency,
      users: [own],
      sandbox: { scope: sandbox, now },
    });
  const { rows } = await findUsersByEmailOnNodes(db, user.email);
  // The node of this account may respond to this request and yet refuse others, when it has too many connections.
  const users = rows.some(({ id }) => id === user.id) ? rows : [own, ...rows];
  return presentSession({ holder, user, account, currency, users, sandbox: undefined });
}

/** The signed-in person as an invited user of another account. */
async function invitedUser({ db }: Context, { user }: CurrentSession, id: string): Promise<User> {
  const { rows: users, isComplete } = await findUsersByEmailOnNodes(db, user.email);
  const invited = users.find((one) => one.id === id && one.acceptedAt === null);
  if (!invited) throw isComplete ? missing('There is no such invitation') : nodeUnavailable();
  return invited;
}

async function change(
  context: Context,
  before: CurrentSession,
  changes: SessionChanges,
  reply: FastifyReply,
) {
  const { account_id: accountId, locale, muted_mails: mutedMails } = changes;
  const { holder, user } = await movedTo(context, before, accountId, reply);
  if (locale === undefined && mutedMails === undefined) return describe(context, { holder, user });
  const actor = { kind: 'user', id: user.id } as const;
  const changed = await changeUser({ ...context, actor }, holder.id, user.id, { locale, mutedMails });
  return describe(context, { holder, user: changed });
}

async function movedTo(
  context: Context,
  before: CurrentSession,
  accountId: string | undefined,
  reply: FastifyReply,
): Promise<CurrentSession> {
  if (accountId === undefined || accountId === before.holder.id) return before;
  const token = await switchAccount(context, before.holder, before.user, accountId);
  const holder = token === undefined ? undefined : await recognizeSession(context, token);
  if (token === undefined || !holder) throw sessionEndedError();
  reply.header('Set-Cookie', setSessionCookie(token, holder.signedInAt, context.clock()));
  return { holder, user: await userOf(context, holder) };
}
