import { listAgents } from '../features/feeds/agents/agent-store.js';
import { createAgent } from '../features/feeds/agents/create-agent.js';
import { revokeAgent } from '../features/feeds/agents/revoke-agent.js';
import { findAnyFeed, type Feed } from '../features/feeds/feed-store.js';
import { realTime } from '../database/context.js';
import type { Instance } from '../database/instance.js';
import type { Database } from '../database/database.js';
import { missing } from '../platform/errors.js';
import { presentAgent, presentCreatedAgent } from '../wire/agent.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { readId, readLine } from './option-parsers.js';

/** A feed has at most 100. */
const all = { after: undefined, limit: 1000 };

export function addAgentCommands(program: Command, line: CliEnvironment): void {
  const agents = program
    .command('agents')
    .description('programs that read printers in networks which the server cannot reach');
  onInstance(
    line,
    agents
      .command('enrol')
      .description('let an agent enrol for a feed of type agent; the command for it is shown this once')
      .example('agents enrol --feed ID --name Basement')
      .requiredOption('--feed <id>', 'the feed that it sends readings to', readId)
      .option('--name <name>', 'what to call it; default: the name of its computer', readLine),
    enrol,
  );
  onInstance(
    line,
    agents
      .command('list')
      .description('the agents of a feed and their state')
      .example('agents list --feed ID')
      .requiredOption('--feed <id>', 'whose', readId),
    list,
  );
  onInstance(
    line,
    agents
      .command('revoke')
      .argument('<agent-id>', 'as `agents list` shows it', readId)
      .description('remove an agent; its key ends at once')
      .example('agents revoke ID --feed ID')
      .requiredOption('--feed <id>', 'the feed that it sends readings to', readId),
    revoke,
  );
}

interface OfFeed {
  readonly feed: string;
}

async function requireFeed(db: Database, id: string): Promise<Feed> {
  const feed = await findAnyFeed(db, id);
  if (!feed) throw missing(`There is no feed ${id}`);
  return feed;
}

async function enrol(
  { context }: Instance,
  { feed: feedId, name }: OfFeed & { readonly name?: string },
): Promise<Outcome> {
  const feed = await requireFeed(context.db, feedId);
  const agent = await createAgent(context, feed.accountId, feed.id, name ?? null);
  const value = presentCreatedAgent(agent, context.baseUrl());
  return {
    value,
    text: `${value.command}\n\nRun this on a computer in the network of the printers, before ${value.expires_at}. It works once.`,
  };
}

async function list({ context }: Instance, { feed: feedId }: OfFeed): Promise<Outcome> {
  const feed = await requireFeed(context.db, feedId);
  const found = await listAgents(context.db, feed.accountId, feed.id, all);
  const agents = found.map((agent) => presentAgent(agent, realTime(context)));
  return {
    value: agents,
    text: table(
      ['id', 'name', 'status', 'version', 'last seen', 'devices', 'trouble'],
      agents.map(({ id, name, status, version, last_seen_at: seen, devices, trouble }) => [
        id,
        name,
        status,
        version,
        seen,
        devices,
        trouble.map(({ address, reason }) => `${address}: ${reason}`).join('; ') || null,
      ]),
    ),
  };
}

async function revoke({ context }: Instance, id: string, { feed: feedId }: OfFeed): Promise<Outcome> {
  const feed = await requireFeed(context.db, feedId);
  await revokeAgent(context, feed.accountId, feed.id, id);
  return { value: { id, deleted: true }, text: `Removed agent ${id}` };
}
