import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { ReasonCode } from '../../../server/src/platform/reason.js';
import { AppError, personalRequest } from '../api/app-request.js';
import type { Passkey } from '../api/wire.js';
import { currentScreen } from './session-api.js';

/** Loaded when it is needed: most people do not need it. */
const webAuthn = () => import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Browsers do not tell a person who cancels from one who has no passkey, so that pages cannot find out. */
function refusalOf(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  const code: ReasonCode = name === 'InvalidStateError' ? 'passkey-exists' : 'passkey-cancelled';
  return error instanceof AppError ? error : new AppError(name, 400, { reason: { code } });
}

interface Options<T> {
  readonly options: T;
  readonly challenge: string;
}

export async function addPasskey(name: string): Promise<Passkey> {
  const { options: optionsJSON, challenge } = await personalRequest<
    Options<PublicKeyCredentialCreationOptionsJSON>
  >('POST', 'passkeys/options');
  const { startRegistration } = await webAuthn();
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  return personalRequest('POST', 'passkeys', { name, challenge, response });
}

/** Signs in to the account whose screen is open, if the person belongs to it. */
export async function signInWithPasskey(): Promise<void> {
  const { options: optionsJSON, challenge } = await personalRequest<
    Options<PublicKeyCredentialRequestOptionsJSON>
  >('POST', 'sign-in/passkey/options');
  const { startAuthentication } = await webAuthn();
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const next = currentScreen();
  await personalRequest('POST', 'sign-in/passkey', {
    challenge,
    response,
    ...(next !== undefined && { next }),
  });
}
