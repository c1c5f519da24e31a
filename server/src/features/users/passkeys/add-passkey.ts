import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { recordChange } from '../../audit/audit-store.js';
import type { Context } from '../../../database/context.js';
import { nodeUnavailable } from '../../../database/failures.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { invalid, missing } from '../../../platform/errors.js';
import { newId } from '../../../platform/ids.js';
import { lockUser, type User } from '../user-store.js';
import { openChallenge, sealChallenge } from './passkey-challenge.js';
import { insertPasskey, passkeyFacts, findPasskeysOnNodes, type Passkey } from './passkey-store.js';
import { requireRelyingParty } from './relying-party.js';
import { insertUsedChallenge } from './used-challenge-store.js';
import { passkeyRefused, verifyNewPasskey } from './verify-passkey.js';

/** Of one address, in all its accounts. */
const maxPasskeys = 20;

export interface PasskeyOptions<Options> {
  readonly options: Options;
  /** Sent back with the answer. */
  readonly challenge: string;
}

const purposeOf = ({ id }: User) => `add to ${id}` as const;

/** A user id reveals nothing about the person, and no other user can have it. */
const handleOf = ({ id }: User): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** What the browser needs to make a passkey. It does not make a second one in an authenticator that has one of this address. */
export async function newPasskeyOptions(
  context: Context,
  user: User,
): Promise<PasskeyOptions<PublicKeyCredentialCreationOptionsJSON>> {
  const party = requireRelyingParty(context);
  const { rows: known } = await findPasskeysOnNodes(context.db, user.email);
  refuseMore(known);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Regrove',
    rpID: party.id,
    userID: new Uint8Array(handleOf(user)),
    userName: user.email,
    userDisplayName: user.fullName ?? user.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({
      id,
      transports: [...transports],
    })),
    // Discoverable, so that people need not type their address, and verified, because it replaces all other proof.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, challenge: sealChallenge(context, purposeOf(user), options.challenge) };
}

function refuseMore(known: readonly Passkey[]): void {
  if (known.length >= maxPasskeys)
    throw invalid(`A person can have at most ${maxPasskeys} passkeys`, {
      code: 'too-many-passkeys',
      params: { max: maxPasskeys },
    });
}

export interface NewPasskey {
  readonly name: string;
  readonly challenge: string;
  readonly response: RegistrationResponseJSON;
}

export async function addPasskey(
  context: Context,
  user: User,
  { name, challenge: token, response }: NewPasskey,
): Promise<Passkey> {
  const expected = {
    party: requireRelyingParty(context),
    challenge: openChallenge(context, purposeOf(user), token),
  };
  const credential = await verifyNewPasskey(context, response, expected);
  return inTransaction(context, async (tx) => {
    // Locked, so that passkeys that are added at the same time are counted.
    if (!(await lockUser(tx.db, user.accountId, user.id))) throw missing('There is no such user');
    const { rows: known, isComplete } = await findPasskeysOnNodes(tx.db, user.email);
    if (!isComplete) throw nodeUnavailable();
    refuseMore(known);
    if (!(await insertUsedChallenge(tx.db, user.accountId, expected.challenge))) throw passkeyRefused();
    const isKnown = known.some(({ credentialId }) => credentialId === credential.credentialId);
    const passkey = isKnown
      ? undefined
      : await insertPasskey(tx.db, {
          ...credential,
          id: newId(),
          accountId: user.accountId,
          userId: user.id,
          userHandle: handleOf(user).toString('base64url'),
          transports: response.response.transports ?? [],
          name,
          createdAt: tx.clock(),
          lastUsedAt: null,
        });
    if (!passkey) throw invalid('This passkey has been added before', { code: 'passkey-exists' });
    await recordChange(tx, user.accountId, {
      action: 'passkey.create',
      subjectId: passkey.id,
      after: passkeyFacts(passkey),
    });
    return passkey;
  });
}
