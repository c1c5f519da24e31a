import { setTimeout as pause } from 'node:timers/promises';
import { eventSelectors, selectedTypes } from '../features/events/event-types.js';
import type { Config } from '../platform/config/config.js';
import { messageWithCauses } from '../platform/errors.js';
import { publicAddress } from '../platform/net/public-address.js';
import { stopSignal } from '../platform/stop-signal.js';
import { readVersion } from '../platform/version.js';
import type { Command } from './command.js';
import { describeFacts, type CommandLine } from './command-line.js';
import { EventFollower, OutageError, type FollowedEvent } from './event-follower.js';
import { forwardEvent, type Receiver } from './forward-event.js';
import { authoritiesFor } from './http-exchange.js';
import { listenerKeys } from './listener-keys.js';
import { choices, readKey, readWebAddress } from './values.js';

interface ListenOptions {
  readonly key: string;
  readonly forwardTo: string;
  readonly url?: string;
  readonly events?: string[];
  readonly includeDescendants?: boolean;
}

export function addWebhookCommands(program: Command, line: CommandLine): void {
  const webhooks = program
    .command('webhooks')
    .description('for developers of programs that receive webhooks');
  webhooks
    .command('listen')
    .description(
      "post an account's events to a program on this machine, as the server would; needs no database",
    )
    .example('webhooks listen --key KEY --forward-to http://localhost:3000/webhooks')
    .requiredOption('--key <key>', 'API key of the account', readKey)
    .requiredOption('--forward-to <url>', 'where the program receives webhooks', readWebAddress)
    .option(
      '--url <url>',
      'address of the server; default: the one that this folder would serve',
      readWebAddress,
    )
    .option(
      '--events <types>',
      'only these, separated by commas: order.placed, order.*',
      choices(eventSelectors),
    )
    .option('--include-descendants', 'also events of accounts below')
    .action((options: ListenOptions) => listen(line, options));
}

async function listen(line: CommandLine, options: ListenOptions): Promise<void> {
  const config = line.config();
  const stop = new AbortController();
  const stopped = stopSignal(() => stop.abort(), config);
  const keys = listenerKeys(options.key);
  const receiver: Receiver = { url: new URL(options.forwardTo), keys: keys.signing };
  const follower = new EventFollower(await serverOf(config, options), stop.signal);
  try {
    line.out(
      describeFacts([
        ['Account', await follower.begin()],
        ['Forwards to', receiver.url.href],
        ['Secret', keys.secret],
        ['Public key', keys.publicKey],
      ]),
    );
    line.out('\nWaiting for events. Ctrl-C stops.');
    await forwardAll(line, { follower, receiver, types: options.events }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    await stopped;
  }
}

async function serverOf(config: Config, { key, url, includeDescendants = false }: ListenOptions) {
  const baseUrl = (url ?? publicAddress(config, config.port)).replace(/\/+$/, '').replace(/\/v1$/, '');
  return {
    baseUrl,
    key,
    includeDescendants,
    userAgent: `Regrove/${await readVersion()} (webhooks listen)`,
    ca: await authoritiesFor(config, baseUrl),
  };
}

const pollMs = 1_000;
const longestPauseMs = 30_000;

interface Forwarding {
  readonly follower: EventFollower;
  readonly receiver: Receiver;
  readonly types: readonly string[] | undefined;
}

async function forwardAll(line: CommandLine, { follower, receiver, types }: Forwarding, signal: AbortSignal) {
  const selected = new Set<string>(selectedTypes(types ?? ['*']));
  let pauseMs = pollMs;
  for (;;) {
    await pause(pauseMs, undefined, { signal });
    let events: FollowedEvent[];
    try {
      events = await follower.next();
    } catch (error) {
      if (!(error instanceof OutageError)) throw error;
      if (pauseMs === pollMs) line.err(`${messageWithCauses(error)}. Trying again until it works ...`);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      continue;
    }
    if (pauseMs !== pollMs) line.err('The server answers again.');
    pauseMs = pollMs;
    for (const event of events) {
      if (!selected.has(event.type)) continue;
      line.out(await forwardEvent(event, receiver, signal));
    }
  }
}
