import type { ExpandedAccount } from '@regrove/sdk';
import { AppError, appRequest } from '../api/app-request.js';
import { isScreenAddress } from '../../../server/src/messages/links.js';
import type { Locale } from '../../../server/src/messages/locales.js';

interface Membership {
  readonly account_id: string;
  readonly display_name: string;
  readonly role: ExpandedAccount['role'];
}

export interface Invitation extends Membership {
  readonly id: string;
  readonly created_at: string;
}

export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly full_name: string | null;
    readonly locale: string;
    readonly is_operator: boolean;
  };
  readonly account: ExpandedAccount;
  /** Every account in which this address is a user, the oldest first. */
  readonly accounts: readonly Membership[];
  /** Accounts that have invited the address, which nobody has accepted yet. */
  readonly invitations: readonly Invitation[];
  readonly session: { readonly id: string; readonly created_at: string; readonly expires_at: string };
}

/** Null where nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await appRequest<Session>('GET', 'session');
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  }
}

export const updateSession = (changes: {
  readonly account_id?: string;
  readonly locale?: Locale;
}): Promise<Session> => appRequest('PATCH', 'session', { body: changes });

export const acceptInvitation = (id: string): Promise<unknown> => appRequest('POST', `invitations/${id}`);

export const declineInvitation = (id: string): Promise<unknown> => appRequest('DELETE', `invitations/${id}`);

/** The link leads to the screen that was asked for, in whatever browser it is opened. */
export function requestSignInLink(email: string): Promise<unknown> {
  const next = location.pathname + location.search + location.hash;
  return appRequest('POST', 'sign-in', { body: { email, ...(isScreenAddress(next) && { next }) } });
}

/** Does nothing where the session has ended already. */
export async function signOut(): Promise<void> {
  try {
    await appRequest('DELETE', 'session');
  } catch (error) {
    if (!(error instanceof AppError && error.status === 401)) throw error;
  }
}
