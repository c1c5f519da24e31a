import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { addPasskey, type NewPasskey } from '../users/passkeys/add-passkey.js';
import type { Passkey } from '../users/passkeys/passkey-store.js';
import type { User } from '../users/user-store.js';
import { endAwaitingPasskey, type SessionHolder } from './session-store.js';

/** Adds a passkey. A session that could do nothing before can do everything from now on. */
export const addPasskeyInSession = (
  context: Context,
  { holder, user }: { readonly holder: SessionHolder; readonly user: User },
  input: NewPasskey,
): Promise<Passkey> =>
  inTransaction(context, async (tx) => {
    const passkey = await addPasskey(tx, user, input);
    await endAwaitingPasskey(tx.db, holder);
    return passkey;
  });
