import { AppError, appRequest } from '../api/app-request.js';
import { isScreenAddress } from '../../../server/src/messages/links.js';
import type { Session, SessionChanges, SignInMethods, SignInRequest } from '../api/wire.js';

/** Null if nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await appRequest<Session>('GET', 'session');
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  }
}

export const updateSession = (changes: SessionChanges): Promise<Session> =>
  appRequest('PATCH', 'session', { body: changes });

export const acceptInvitation = (id: string): Promise<unknown> => appRequest('POST', `invitations/${id}`);

export const declineInvitation = (id: string): Promise<unknown> => appRequest('DELETE', `invitations/${id}`);

export const fetchSignInMethods = (): Promise<SignInMethods> => appRequest('GET', 'sign-in');

/** What people see after signing in; undefined: the first screen. */
export function currentScreen(): string | undefined {
  const screen = location.pathname + location.search + location.hash;
  return isScreenAddress(screen) ? screen : undefined;
}

/** The link leads back to the current screen. */
export function requestSignInLink(email: string): Promise<unknown> {
  const next = currentScreen();
  const body: SignInRequest = { email, ...(next !== undefined && { next }) };
  return appRequest('POST', 'sign-in', { body });
}

/** Does nothing if the session has already ended. */
export async function signOut(): Promise<void> {
  try {
    await appRequest('DELETE', 'session');
  } catch (error) {
    if (!(error instanceof AppError && error.status === 401)) throw error;
  }
}
