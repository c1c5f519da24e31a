import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { shownPublicKey, type SigningKeys } from '../features/webhooks/endpoint-keys.js';

export interface ListenerKeys {
  /** As an endpoint's are shown. */
  readonly secret: string;
  readonly publicKey: string;
  readonly signing: SigningKeys;
}

/* Node imports a raw Ed25519 key only in its PKCS #8 wrapping, whose bytes are the same for every key. */
const pkcs8OfEd25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * What a listener signs with. It is the same whenever one is started with the same API key, so that the program under development need
 * not be told again. The API key cannot be derived from it.
 */
export function listenerKeys(apiKey: string): ListenerKeys {
  const derived = (purpose: string): Buffer =>
    createHmac('sha256', apiKey).update(`regrove webhooks listen: ${purpose}`).digest();
  const secret = derived('secret');
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8OfEd25519, derived('private key')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    secret: `whsec_${secret.toString('base64')}`,
    publicKey: shownPublicKey(Buffer.from(x, 'base64url')),
    signing: { secrets: [{ key: secret, until: undefined }], privateKey },
  };
}
