import { Type, type Static } from '@sinclair/typebox';
import type { ListedSandbox as ListedRow } from '../../features/sandboxes/list-sandboxes.js';
import type { Sandbox as SandboxRow } from '../../features/sandboxes/sandbox-store.js';
import type { CaughtMail as CaughtMailRow } from '../../features/sandboxes/caught-mails.js';
import { deletionOf } from '../../features/sandboxes/expiry.js';
import { Count, Id, Nullable, Timestamp } from '../fields.js';
import { formatNullable, formatTimestamp } from '../times.js';

const fields = {
  id: Id,
  name: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
  deletes_at: Timestamp,
};

/** A sandbox in the list of its owner. */
export const ListedSandbox = Type.Object(
  { ...fields, now: Timestamp, advancing_to: Nullable(Timestamp), is_expired: Type.Boolean() },
  { title: 'ListedSandbox' },
);

export const ListedSandboxes = Type.Object(
  {
    sandboxes: Type.Array(ListedSandbox),
    /** How many an account can have. */
    max: Count,
  },
  { title: 'ListedSandboxes' },
);

/** A sandbox in the list of operators. */
export const OperatorSandbox = Type.Object(
  {
    ...fields,
    is_expired: Type.Boolean(),
    /** Null: it belongs to the operators. */
    owner: Nullable(Type.Object({ id: Id, name: Nullable(Type.String()) })),
  },
  { title: 'OperatorSandbox' },
);

export const OperatorSandboxes = Type.Object(
  { sandboxes: Type.Array(OperatorSandbox) },
  { title: 'OperatorSandboxes' },
);

const mailFields = {
  id: Id,
  to: Type.String(),
  subject: Type.String(),
  account_id: Id,
  account_name: Type.String(),
  created_at: Timestamp,
};

export const ListedMail = Type.Object(mailFields, { title: 'ListedMail' });

export const MailWithBody = Type.Object(
  {
    ...mailFields,
    html: Type.String(),
    attachments: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        /** Where it can be downloaded, below the account of the mail. */
        path: Type.String(),
      }),
    ),
  },
  { title: 'MailWithBody' },
);

const presentFields = (sandbox: SandboxRow) => ({
  id: sandbox.id,
  name: sandbox.name,
  created_at: formatTimestamp(sandbox.createdAt),
  expires_at: formatTimestamp(sandbox.expiresAt),
  deletes_at: formatTimestamp(deletionOf(sandbox.expiresAt)),
});

export const presentListedSandbox = (
  { sandbox, clock }: ListedRow,
  today: Date,
): Static<typeof ListedSandbox> => ({
  ...presentFields(sandbox),
  now: formatTimestamp(clock.now),
  advancing_to: formatNullable(clock.advancingTo),
  is_expired: sandbox.expiresAt <= today,
});

export const presentOperatorSandbox = (
  sandbox: SandboxRow,
  names: ReadonlyMap<string, string>,
  today: Date,
): Static<typeof OperatorSandbox> => ({
  ...presentFields(sandbox),
  is_expired: sandbox.expiresAt <= today,
  owner: sandbox.ownerId === null ? null : { id: sandbox.ownerId, name: names.get(sandbox.ownerId) ?? null },
});

export const presentListedMail = (mail: CaughtMailRow): Static<typeof ListedMail> => ({
  id: mail.id,
  to: mail.address,
  subject: mail.subject,
  account_id: mail.accountId,
  account_name: mail.accountName,
  created_at: formatTimestamp(mail.createdAt),
});

export const presentMailWithBody = (mail: CaughtMailRow): Static<typeof MailWithBody> => ({
  ...presentListedMail(mail),
  html: mail.html,
  attachments: mail.attachments.map(({ name, type, document: { kind, id } }) => ({
    name,
    type,
    path: `${kind}s/${id}/pdf?locale=${mail.locale}`,
  })),
});
