import { Type, type Static } from '@sinclair/typebox';
import type { AgentReport as Report, FeedAgent, ListedAgent } from '../features/feeds/agents/agent-store.js';
import { enrolCommand } from '../features/feeds/agents/create-agent.js';
import { Body, Count, Field, Id, SingleLineText, Nullable, OneOf, Optional, Timestamp } from './fields.js';
import { formatNullable, formatTimestamp } from './times.js';

const statuses = ['pending', 'expired', 'enrolled', 'revoked'] as const;

const troubleFields = {
  address: Field('Where the device is, as the agent calls it.', SingleLineText(255)),
  reason: Field('What went wrong, in the agent’s words.', SingleLineText(255)),
};

export const AgentTrouble = Body('AgentTrouble', troubleFields);

export const Agent = Type.Object(
  {
    id: Field('Its id.', Id),
    feed_id: Field('The feed that it sends readings to.', Id),
    name: Field('What it is called: as you named it, or as it named itself.', Nullable(Type.String())),
    status: Field(
      '`pending` until its token is used, `expired` if it never was; `revoked` if its key was revoked by itself.',
      OneOf(statuses),
    ),
    version: Field('Of the program.', Nullable(Type.String())),
    devices: Field('How many devices it reads; `null` until it has reported.', Nullable(Count)),
    trouble: Field(
      'Devices that it could not read when it last reported; the first 100.',
      Type.Array(AgentTrouble),
    ),
    last_seen_at: Field('When it last sent readings or a report.', Nullable(Timestamp)),
    created_at: Field('When it was created.', Timestamp),
    enrolled_at: Field('When it used its token.', Nullable(Timestamp)),
    expires_at: Field('Until when its token can be used; `null` once it was.', Nullable(Timestamp)),
  },
  { title: 'Agent' },
);

export const NewAgent = Body('NewAgent', {
  name: Field(
    'What to call it. Default: the name of the computer it runs on.',
    Optional(SingleLineText(255)),
  ),
});

export const CreatedAgent = Type.Object(
  {
    id: Field('Its id.', Id),
    token: Field('For one use within 24 hours. Shown only now.', Type.String()),
    expires_at: Field('Until when the token can be used.', Timestamp),
    command: Field('What to run on a computer in the network of the printers.', Type.String()),
  },
  { title: 'CreatedAgent' },
);

export const AgentReport = Body('AgentReport', {
  version: Field('Of the program.', SingleLineText(64)),
  devices: Field('How many devices it reads.', Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  trouble: Field(
    'Devices that it could not read; the first 100 are kept.',
    Type.Array(AgentTrouble, { maxItems: 1000 }),
  ),
});

export const TakenAgentReport = Type.Object(
  {
    id: Field('Of the agent.', Id),
    feed_id: Field('The feed that it sends readings to.', Id),
    feed_status: Field(
      'Whether the feed takes readings: `inactive` also if its account is, or before its `activated_at`.',
      OneOf(['active', 'inactive']),
    ),
  },
  { title: 'TakenAgentReport' },
);

/** Without a key: the token is proof enough. */
export const AgentEnrolment = Body('AgentEnrolment', {
  token: SingleLineText(255),
  name: SingleLineText(255),
  version: SingleLineText(64),
});

const statusOf = ({ enrolledAt, keyRevokedAt, expiresAt }: ListedAgent, now: Date) => {
  if (enrolledAt) return keyRevokedAt ? 'revoked' : 'enrolled';
  return expiresAt > now ? 'pending' : 'expired';
};

export const presentAgent = (agent: ListedAgent, now: Date): Static<typeof Agent> => ({
  id: agent.id,
  feed_id: agent.feedId,
  name: agent.name,
  status: statusOf(agent, now),
  version: agent.version,
  devices: agent.devices,
  trouble: agent.trouble.map(({ address, reason }) => ({ address, reason })),
  last_seen_at: formatNullable(agent.lastSeenAt),
  created_at: formatTimestamp(agent.createdAt),
  enrolled_at: formatNullable(agent.enrolledAt),
  expires_at: agent.enrolledAt ? null : formatTimestamp(agent.expiresAt),
});

export const presentCreatedAgent = (
  { id, token, expiresAt }: FeedAgent & { readonly token: string },
  baseUrl: string,
): Static<typeof CreatedAgent> => ({
  id,
  token,
  expires_at: formatTimestamp(expiresAt),
  command: enrolCommand(baseUrl, token),
});

export const reportOf = ({ version, devices, trouble }: Static<typeof AgentReport>): Report => ({
  version,
  devices,
  trouble,
});

export const presentTakenReport = (agent: FeedAgent, isOpen: boolean): Static<typeof TakenAgentReport> => ({
  id: agent.id,
  feed_id: agent.feedId,
  feed_status: isOpen ? 'active' : 'inactive',
});
