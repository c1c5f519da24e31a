import { Type, type Static } from '@sinclair/typebox';
import type { Server as ServerRow } from '../features/servers/server-store.js';
import { Body, Id, Line, Optional, Secret, Timestamp } from './fields.js';
import { formatTimestamp } from './times.js';

export const Server = Type.Object(
  {
    id: Id,
    account_id: Id,
    type: Type.String(),
    url: Type.String(),
    username: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Server' },
);

/** The names that integrations go by. */
export const IntegrationType = Type.String({ format: 'integration' });

export const NewServer = Body('NewServer', {
  type: IntegrationType,
  url: Line(2048),
  username: Line(255),
  password: Optional(Secret(1024)),
});

export const ServerChanges = Body('ServerChanges', {
  url: Type.Optional(Line(2048)),
  username: Type.Optional(Line(255)),
  password: Type.Optional(Secret(1024)),
});

/** What revision 1.6.3 sends besides; no body of the newest revision has it. */
export const contactIn = (body: object): string | undefined => (body as { contact?: string }).contact;

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
