import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Context } from '../../database/context.js';
import { nodeUnavailable } from '../../database/failures.js';
import { inTransaction } from '../../database/in-transaction.js';
import { forbidden } from '../../platform/errors.js';
import type { PasskeyOptions } from '../users/passkeys/add-passkey.js';
import { openChallenge, sealChallenge } from '../users/passkeys/passkey-challenge.js';
import { lockPasskey, findPasskeyOnNodes, updatePasskeyUse } from '../users/passkeys/passkey-store.js';
import { requireRelyingParty } from '../users/passkeys/relying-party.js';
import { insertUsedChallenge } from '../users/passkeys/used-challenge-store.js';
import { passkeyRefused, verifyPasskey } from '../users/passkeys/verify-passkey.js';
import { lockUser, findAcceptedUsersOnNodes } from '../users/user-store.js';
import { openSession, type OpenedSession } from './open-session.js';
import { userToSignIn } from './user-to-sign-in.js';

/** What the browser needs to ask for any passkey of this installation. Nobody has to say who they are. */
export async function signInOptions(
  context: Context,
): Promise<PasskeyOptions<PublicKeyCredentialRequestOptionsJSON>> {
  const { id: rpID } = requireRelyingParty(context);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  return { options, challenge: sealChallenge(context, 'sign in', options.challenge) };
}

export interface PasskeyAttempt {
  readonly challenge: string;
  readonly response: AuthenticationResponseJSON;
  /** The screen that the person wants to see. */
  readonly next?: string | undefined;
  readonly userAgent: string | undefined;
}

/** Signs in the person whose passkey it is, to one of their accounts. */
export async function signInByPasskey(
  context: Context,
  { challenge: token, response, next, userAgent }: PasskeyAttempt,
): Promise<OpenedSession> {
  const expected = {
    party: requireRelyingParty(context),
    challenge: openChallenge(context, 'sign in', token),
  };
  const found = await findPasskeyOnNodes(context.db, response.id, response.response.userHandle ?? '');
  const [owned] = found.rows;
  if (!owned) {
    if (!found.isComplete) throw nodeUnavailable();
    throw forbidden('There is no such passkey', { code: 'passkey-unknown' });
  }
  const { rows: users } = await findAcceptedUsersOnNodes(context.db, owned.email);
  const chosen = userToSignIn(users, { next, preferredId: owned.userId });
  if (!chosen) throw passkeyRefused();
  return inTransaction(context, async (tx) => {
    // Locked, so that one counter is not accepted twice.
    const passkey = await lockPasskey(tx.db, owned.accountId, owned.id);
    if (!passkey) throw passkeyRefused();
    const counter = await verifyPasskey(context, passkey, response, expected);
    if (!(await insertUsedChallenge(tx.db, passkey.accountId, expected.challenge))) throw passkeyRefused();
    await updatePasskeyUse(tx.db, passkey, { counter, usedAt: tx.clock() });
    // Locked, so that the user cannot be deleted at the same time.
    const user = await lockUser(tx.db, chosen.accountId, chosen.id);
    if (!user) throw passkeyRefused();
    return openSession(
      tx,
      { accountId: user.accountId, userId: user.id },
      { userAgent, facts: { passkey_id: passkey.id } },
    );
  });
}
