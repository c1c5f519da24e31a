import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type, type Static } from '@sinclair/typebox';
import type { Passkey as PasskeyRow } from '../../features/users/passkeys/passkey-store.js';
import { Body, Id, SingleLineText, Nullable, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

/** At most 1,023 bytes. */
const CredentialId = Base64Url(1_364);
/** Sealed by us. */
const Challenge = Base64Url(1_000);
const ClientData = Base64Url(10_000);
const PasskeyName = SingleLineText(100);

/** As browsers write it; they may add fields. */
const credentialFields = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
};

export const SignInMethods = Type.Object(
  {
    link: Type.Boolean(),
    /** The host name that passkeys work at; null: they are not possible. */
    passkey_host: Nullable(Type.String()),
    /** Where to start single sign-on, and what people call it; null: it is not possible. */
    oidc: Type.Unsafe<{ url: string; label: string } | null>({
      type: ['object', 'null'],
      properties: { url: { type: 'string' }, label: { type: 'string' } },
      required: ['url', 'label'],
    }),
  },
  { title: 'SignInMethods' },
);

export const PasskeySignIn = Body('PasskeySignIn', {
  challenge: Challenge,
  /** The screen that the person wants to see. */
  next: Type.Optional(Type.String({ format: 'screen' })),
  response: Type.Unsafe<AuthenticationResponseJSON>(
    Type.Object({
      ...credentialFields,
      response: Type.Object({
        clientDataJSON: ClientData,
        authenticatorData: Base64Url(10_000),
        signature: Base64Url(10_000),
        userHandle: Base64Url(88),
      }),
    }),
  ),
});

export const NewPasskey = Body('NewPasskey', {
  name: PasskeyName,
  challenge: Challenge,
  response: Type.Unsafe<RegistrationResponseJSON>(
    Type.Object({
      ...credentialFields,
      response: Type.Object({
        clientDataJSON: ClientData,
        attestationObject: Base64Url(20_000),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
      }),
    }),
  ),
});

export const PasskeyChanges = Body('PasskeyChanges', { name: PasskeyName });

export const Passkey = Type.Object(
  { id: Id, name: Type.String(), created_at: Timestamp, last_used_at: Nullable(Timestamp) },
  { title: 'Passkey' },
);

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Static<typeof Passkey> => ({
  id,
  name,
  created_at: formatTimestamp(createdAt),
  last_used_at: lastUsedAt && formatTimestamp(lastUsedAt),
});
