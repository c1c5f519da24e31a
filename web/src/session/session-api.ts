import { AppError, appRequest, personalRequest } from '../api/app-request.js';
import { isScreenAddress } from '../../../server/src/messages/links.js';
import type { Session, SessionChanges, SignInMethods, SignInRequest } from '../api/wire.js';
import { setSandboxTime } from '../clock.js';

/** Null if nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  try {
    const session = await appRequest<Session>('GET', 'session');
    if (session.sandbox) setSandboxTime(session.sandbox.now);
    return session;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  }
}

export const updateSession = (changes: SessionChanges): Promise<Session> =>
  personalRequest('PATCH', 'session', changes);

export const acceptInvitation = (id: string): Promise<unknown> =>
  personalRequest('POST', `invitations/${id}`);

export const declineInvitation = (id: string): Promise<unknown> =>
  personalRequest('DELETE', `invitations/${id}`);

export const fetchSignInMethods = (): Promise<SignInMethods> => personalRequest('GET', 'sign-in');

/** What people see after signing in; undefined: the first screen. */
export function currentScreen(): string | undefined {
  const screen = location.pathname + location.search + location.hash;
  return isScreenAddress(screen) ? screen : undefined;
}

/** The link leads back to the current screen. */
export function requestSignInLink(email: string): Promise<unknown> {
  const next = currentScreen();
  const body: SignInRequest = { email, ...(next !== undefined && { next }) };
  return personalRequest('POST', 'sign-in', body);
}

/** Does nothing if the session has already ended. */
export async function signOut(): Promise<void> {
  try {
    await personalRequest('DELETE', 'session');
  } catch (error) {
    if (!(error instanceof AppError && error.status === 401)) throw error;
  }
}
