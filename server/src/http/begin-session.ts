import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../database/context.js';
import { endReplacedSession } from '../features/sessions/end-session.js';
import type { OpenedSession } from '../features/sessions/open-session.js';
import { sessionTokenIn, setSessionCookie } from './session-cookies.js';

/** Gives the browser its new session, and ends the one that it had. */
export async function beginSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session }: OpenedSession,
): Promise<void> {
  await endReplacedSession(context, sessionTokenIn(request.headers.cookie));
  reply.header('Set-Cookie', setSessionCookie(token, session.createdAt, context.clock()));
}
