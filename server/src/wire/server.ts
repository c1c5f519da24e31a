import { Type, type Static } from '@sinclair/typebox';
import type { Server as ServerRow } from '../servers/server-store.js';
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

export const NewServer = Body({
  type: IntegrationType,
  url: Line(2048),
  username: Line(255),
  password: Optional(Secret(1024)),
});

export const ServerChanges = Body({
  url: Type.Optional(Line(2048)),
  username: Type.Optional(Line(255)),
  password: Type.Optional(Secret(1024)),
});

export const presentServer = (server: ServerRow): Static<typeof Server> => ({
  id: server.id,
  account_id: server.accountId,
  type: server.type,
  url: server.url,
  username: server.username,
  created_at: formatTimestamp(server.createdAt),
});
