import type { ExpandedAccount } from '@regrove/sdk';
import type { Locale } from '../../../server/src/messages/locales.js';

export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly full_name: string | null;
    readonly locale: string;
    readonly is_operator: boolean;
  };
  readonly account: ExpandedAccount;
  /** Every account in which this address is a user. */
  readonly accounts: readonly {
    readonly account_id: string;
    readonly display_name: string;
    readonly role: ExpandedAccount['role'];
  }[];
  readonly session: { readonly id: string; readonly created_at: string; readonly expires_at: string };
}

/** A refusal of /app, which says why in the way of the API. */
export class AppError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Every request says that it comes from the app: no other page can make a browser send this header. */
export const appHeader = { 'X-Regrove-App': '1' } as const;

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`/app/${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...appHeader,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return said;
  const reason = (said as { error?: unknown } | undefined)?.error;
  throw new AppError(
    typeof reason === 'string' ? reason : `The server answered ${answer.status}`,
    answer.status,
  );
}

/** Null where nobody is signed in. */
export async function readSession(): Promise<Session | null> {
  try {
    return (await send('GET', 'session')) as Session;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  }
}

export const changeSession = async (changes: {
  readonly account_id?: string;
  readonly locale?: Locale;
}): Promise<Session> => (await send('PATCH', 'session', changes)) as Session;

export const askForLink = (email: string): Promise<unknown> => send('POST', 'sign-in', { email });

/** Does nothing where the session has ended already. */
export async function endSession(): Promise<void> {
  try {
    await send('DELETE', 'session');
  } catch (error) {
    if (!(error instanceof AppError && error.status === 401)) throw error;
  }
}
