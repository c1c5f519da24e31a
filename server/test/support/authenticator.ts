import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Json } from './api-client.js';

export interface AuthenticatorOverrides {
  /** The page that the browser believes to be on. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Of signatures; by default one more each time. */
  readonly counter?: number;
  readonly isVerified?: boolean;
}

/** An authenticator with one passkey, and the browser that it is used with. */
export interface Authenticator {
  readonly credentialId: string;
  create(options: Json, answering?: AuthenticatorOverrides): Json;
  get(options: Json, answering?: AuthenticatorOverrides & { readonly userHandle?: string }): Json;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** `id`: that of another one, which it pretends to be. */
export function authenticator(origin: string, id = randomBytes(32)): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = id.toString('base64url');
  let counted = 0;
  let handle = '';

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const dataOf = (
    rpId: string,
    { counter, isVerified = true }: AuthenticatorOverrides,
    more: Buffer,
    flags = 0,
  ): Buffer => {
    const head = Buffer.alloc(5);
    head[0] = userPresent | (isVerified ? userVerified : 0) | flags;
    head.writeUInt32BE(counter ?? ++counted, 1);
    return Buffer.concat([sha256(rpId), head, more]);
  };

  return {
    credentialId,
    create(options, answering = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const authData = dataOf(
        answering.rpId ?? options.rp.id,
        { counter: 0, ...answering },
        credential,
        hasCredential,
      );
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const client = clientData(
        'webauthn.create',
        answering.challenge ?? options.challenge,
        answering.origin ?? origin,
      );
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, answering = {}) {
      const authData = dataOf(answering.rpId ?? options.rpId, answering, Buffer.alloc(0));
      const client = clientData(
        'webauthn.get',
        answering.challenge ?? options.challenge,
        answering.origin ?? origin,
      );
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString(
            'base64url',
          ),
          userHandle: answering.userHandle ?? handle,
        },
      };
    },
  };
}

/** ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const fields = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(fields as never));
}
