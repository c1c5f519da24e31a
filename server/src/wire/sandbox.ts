import { Type, type Static } from '@sinclair/typebox';
import type { Sandbox as SandboxRow } from '../features/sandboxes/sandbox-store.js';
import type { CaughtMail as CaughtMailRow } from '../features/sandboxes/caught-mails.js';
import { deletionOf } from '../features/sandboxes/expiry.js';
import type { SandboxClock } from '../features/sandboxes/sandbox-clock-store.js';
import {
  Body,
  Field,
  Id,
  SingleLineText,
  Nullable,
  OneOf,
  Optional,
  Timestamp,
  TimestampInput,
} from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

const id = Field('Its id.', Id);
const accountId = Field('Its root account, which exists only in the sandbox.', Id);
const expiresAt = Field('When it closes, in real time.', Timestamp);
const deletesAt = Field('When it is deleted with everything in it, in real time.', Timestamp);
const now = Field('The time of its clock.', Timestamp);

export const NewSandbox = Body('NewSandbox', {
  name: Field('Of its root account. Default: `Sandbox`.', Optional(SingleLineText(255))),
});

export const CreatedSandbox = Type.Object(
  {
    id,
    account_id: accountId,
    key: Field('A key of its root account. Shown this once.', Type.String()),
    now,
    expires_at: expiresAt,
  },
  { title: 'CreatedSandbox' },
);

export const Sandbox = Type.Object(
  {
    id,
    account_id: accountId,
    name: Field('The name it was created with.', Type.String()),
    created_at: Field('When it was created, in real time.', Timestamp),
    expires_at: expiresAt,
    deletes_at: deletesAt,
  },
  { title: 'Sandbox' },
);

export const SandboxState = Type.Object(
  {
    id,
    now,
    status: Field(
      '`advancing` while its clock moves. Nothing can be changed meanwhile.',
      OneOf(['ready', 'advancing']),
    ),
    advancing_to: Field('The time that its clock moves to.', Nullable(Timestamp)),
    expires_at: expiresAt,
    deletes_at: deletesAt,
  },
  { title: 'SandboxState' },
);

export const SandboxAdvance = Body('SandboxAdvance', {
  to: Field('A later time, at most 24 months after `now`.', TimestampInput),
});

export const CaughtMail = Type.Object(
  {
    id,
    account_id: Field('The account it is about.', Id),
    kind: Field('What it is about.', Type.String()),
    to: Field('The address it was for.', Type.String()),
    subject: Field('Its subject.', Type.String()),
    text: Field('Its plain text.', Type.String()),
    html: Field('Its HTML.', Type.String()),
    attachments: Field(
      'The files it would have been sent with.',
      Type.Array(
        Type.Object({
          name: Field('Its file name.', Type.String()),
          type: Field('Its media type.', Type.String()),
        }),
      ),
    ),
    created_at: Field('When it was written, by the clock of the sandbox.', Timestamp),
  },
  { title: 'CaughtMail' },
);

export const presentSandbox = (sandbox: SandboxRow): Static<typeof Sandbox> => ({
  id: sandbox.id,
  account_id: sandbox.accountId,
  name: sandbox.name,
  created_at: formatTimestamp(sandbox.createdAt),
  expires_at: formatTimestamp(sandbox.expiresAt),
  deletes_at: formatTimestamp(deletionOf(sandbox.expiresAt)),
});

export const presentCreatedSandbox = (
  sandbox: SandboxRow & { readonly key: string; readonly now: Date },
): Static<typeof CreatedSandbox> => ({
  id: sandbox.id,
  account_id: sandbox.accountId,
  key: sandbox.key,
  now: formatTimestamp(sandbox.now),
  expires_at: formatTimestamp(sandbox.expiresAt),
});

export const presentSandboxState = (
  sandbox: Pick<SandboxRow, 'id' | 'expiresAt'>,
  clock: SandboxClock,
): Static<typeof SandboxState> => ({
  id: sandbox.id,
  now: formatTimestamp(clock.now),
  status: clock.advancingTo ? 'advancing' : 'ready',
  advancing_to: formatNullable(clock.advancingTo),
  expires_at: formatTimestamp(sandbox.expiresAt),
  deletes_at: formatTimestamp(deletionOf(sandbox.expiresAt)),
});

export const presentCaughtMail = (mail: CaughtMailRow): Static<typeof CaughtMail> => ({
  id: mail.id,
  account_id: mail.accountId,
  kind: mail.kind,
  to: mail.address,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ name, type }) => ({ name, type })),
  created_at: formatTimestamp(mail.createdAt),
});
