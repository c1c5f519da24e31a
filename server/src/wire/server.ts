import { Type, type Static } from '@sinclair/typebox';
import type { Server as ServerRow } from '../features/servers/server-store.js';
import { Body, Field, Id, SingleLineText, Optional, Secret, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const Server = Type.Object(
  {
    id: Field('Its id.', Id),
    account_id: Field('The account it belongs to.', Id),
    type: Field('Kind of integration.', Type.String()),
    url: Field('Address of the server.', Type.String()),
    username: Field('The username for the login.', Type.String()),
    created_at: Field('When it was created.', Timestamp),
  },
  { title: 'Server' },
);

export const IntegrationType = Type.String({ format: 'integration' });

export const NewServer = Body('NewServer', {
  type: Field('Kind of integration, such as `papercut`.', IntegrationType),
  url: Field('Address of the server.', SingleLineText(2048)),
  username: Field('The username for the login.', SingleLineText(255)),
  password: Field('Kept encrypted, never shown.', Optional(Secret(1024))),
});

export const ServerChanges = Body('ServerChanges', {
  url: Field(
    'Address of the server. To change the scheme, host or port, send the password in the same request.',
    Type.Optional(SingleLineText(2048)),
  ),
  username: Field('The username for the login.', Type.Optional(SingleLineText(255))),
  password: Field('Kept encrypted, never shown.', Type.Optional(Secret(1024))),
});

/** A field of revision 1.6.3 that bodies of the model do not have. */
export const contactIn = (body: object): string | null | undefined =>
  (body as { contact?: string | null }).contact;

/** With `contact`, which only revision 1.6.3 shows. */
export const presentServer = (server: ServerRow): Static<typeof Server> & { contact: string | null } => ({
  id: server.id,
  account_id: server.accountId,
  type: server.type,
  url: server.url,
  username: server.username,
  contact: server.contact,
  created_at: formatTimestamp(server.createdAt),
});
