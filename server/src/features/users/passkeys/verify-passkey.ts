import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../../database/context.js';
import { forbidden, type Refusal } from '../../../platform/errors.js';
import type { Challenge } from './passkey-challenge.js';
import type { Passkey } from './passkey-store.js';
import type { RelyingParty } from './relying-party.js';

export const passkeyRefused = (): Refusal =>
  forbidden('The passkey was not accepted', { code: 'passkey-refused' });

interface Expected {
  readonly party: RelyingParty;
  readonly challenge: Challenge;
}

type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>;

/** The credential that an authenticator made for this challenge, on our page, after it had verified its owner. */
export const verifyNewPasskey = (
  context: Pick<Context, 'log'>,
  response: RegistrationResponseJSON,
  { party, challenge }: Expected,
): Promise<NewCredential> =>
  refusingErrors(context, async () => {
    // Loaded on first use: it takes longer to load than the rest of a request.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    await refuseCertificates(response);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.text,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!registrationInfo) throw new Error('the attestation is not valid');
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  });

/**
 * We do not ask which product an authenticator is. Checking an answer that tells nevertheless would cost more, and can involve
 * requests to addresses in its certificates.
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined;
  if ((format !== 'none' && format !== 'packed') || hasCertificates)
    throw new Error('the authenticator sent an attestation that was not asked for');
}

/** Checks the answer to the challenge, and that the counter has grown: a copied authenticator would repeat it. Returns the counter. */
export const verifyPasskey = (
  context: Pick<Context, 'log'>,
  { credentialId: id, publicKey, counter }: Passkey,
  response: AuthenticationResponseJSON,
  { party, challenge }: Expected,
): Promise<number> =>
  refusingErrors(context, async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.text,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    if (!verified) throw new Error('the signature is not valid');
    return authenticationInfo.newCounter;
  });

/** The library reports everything that is wrong with an answer as an error. Its text is for the operator. */
async function refusingErrors<Result>(
  { log }: Pick<Context, 'log'>,
  verify: () => Promise<Result>,
): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'passkey refused');
    throw passkeyRefused();
  }
}
