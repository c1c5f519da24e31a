import type { Account } from '../../features/accounts/account.js';
import { listAgents } from '../../features/feeds/agents/agent-store.js';
import { createAgent } from '../../features/feeds/agents/create-agent.js';
import { reportAgent } from '../../features/feeds/agents/report-agent.js';
import { revokeAgent } from '../../features/feeds/agents/revoke-agent.js';
import { readFeed } from '../../features/feeds/change-feed.js';
import type { Feed } from '../../features/feeds/feed-store.js';
import { realTime, type Context } from '../../database/context.js';
import {
  Agent,
  AgentReport,
  CreatedAgent,
  NewAgent,
  presentAgent,
  presentCreatedAgent,
  presentTakenReport,
  reportOf,
  TakenAgentReport,
} from '../../wire/agent.js';
import { Deleted, deleted } from '../../wire/fields.js';
import { list, route } from '../route.js';

const find = (context: Context, account: Account, id: string): Promise<Feed> =>
  readFeed(context, account.id, id);

/** The programs that send the readings of a feed from the network of its printers. */
export const agentRoutes = [
  list({
    operation: 'listAgents',
    path: '/feeds/:id/agents',
    summary: 'The agents of a feed and their state, newest first',
    item: Agent,
    sortedBy: 'time',
    find,
    page: ({ context, account, id }, page) => listAgents(context.db, account.id, id, page),
    keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
    present: (agent, { context }) => presentAgent(agent, realTime(context)),
  }),
  route({
    operation: 'createAgent',
    method: 'POST',
    path: '/feeds/:id/agents',
    effects: ['contacts-others', 'grants-access'],
    summary: 'Let an agent enrol for a feed of type `agent`, with a token for one use within 24 hours',
    body: NewAgent,
    reply: CreatedAgent,
    // The stored response would contain the token.
    acceptsIdempotencyKey: false,
    find,
    handle: async ({ context, account, id, body, baseUrl }) =>
      presentCreatedAgent(await createAgent(context, account.id, id, body.name ?? null), baseUrl),
  }),
  route({
    operation: 'revokeAgent',
    method: 'DELETE',
    path: '/feeds/:id/agents/:agent_id',
    summary: 'Remove an agent; its key, or its token, ends at once',
    reply: Deleted,
    find,
    handle: async ({ context, account, id, partId }) => {
      await revokeAgent(context, account.id, id, partId);
      return deleted(partId);
    },
  }),
  route({
    operation: 'reportAgent',
    method: 'POST',
    path: '/feeds/:id/agents/report',
    scopes: ['readings'],
    summary: 'An agent reports its state, with its own key',
    body: AgentReport,
    reply: TakenAgentReport,
    acceptsIdempotencyKey: false,
    find,
    handle: async ({ context, account, id, body }) => {
      const { agent, acceptsReadings } = await reportAgent(context, account, id, reportOf(body));
      return presentTakenReport(agent, acceptsReadings);
    },
  }),
];
