import { setTimeout as pause } from 'node:timers/promises';
import { eventSelectors, selectedTypes } from '../features/events/event-types.js';
import { messageWithCauses } from '../platform/errors.js';
import { stopSignal } from '../platform/stop-signal.js';
import { readVersion } from '../platform/version.js';
import type { Command } from './command.js';
import { describeFacts, type CliEnvironment } from './command-line.js';
import { EventFollower, OutageError, type FollowedEvent } from './event-follower.js';
import { forwardEvent, type Receiver } from './forward-event.js';
import { listenerKeys } from './listener-keys.js';
import { addServerOptions, serverOf, type ServerOptions } from './server-options.js';
import { choices, readWebAddress } from './option-parsers.js';

interface ListenOptions extends ServerOptions {
  readonly forwardTo: string;
  readonly events?: string[];
  readonly includeDescendants?: boolean;
}

export function addWebhookCommands(program: Command, line: CliEnvironment): void {
  const webhooks = program
    .command('webhooks')
    .description('for developers of programs that receive webhooks');
  addServerOptions(
    webhooks
      .command('listen')
      .description(
        "post an account's events to a program on this machine, as the server would; needs no database",
      )
      .example('webhooks listen --key KEY --forward-to http://localhost:3000/webhooks'),
  )
    .requiredOption('--forward-to <url>', 'where the program receives webhooks', readWebAddress)
    .option(
      '--events <types>',
      'only these, separated by commas: order.placed, order.*',
      choices(eventSelectors),
    )
    .option('--include-descendants', 'also events of accounts below')
    .action((options: ListenOptions) => listen(line, options));
}

async function listen(line: CliEnvironment, options: ListenOptions): Promise<void> {
  const config = line.config();
  const stop = new AbortController();
  const stopped = stopSignal(() => stop.abort(), config);
  const keys = listenerKeys(options.key);
  const receiver: Receiver = { url: new URL(options.forwardTo), keys: keys.signing };
  const server = {
    ...(await serverOf(config, options)),
    key: options.key,
    includeDescendants: options.includeDescendants ?? false,
    userAgent: `Regrove/${await readVersion()} (webhooks listen)`,
  };
  const follower = new EventFollower(server, stop.signal);
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

const pollMs = 1_000;
const longestPauseMs = 30_000;

interface Forwarding {
  readonly follower: EventFollower;
  readonly receiver: Receiver;
  readonly types: readonly string[] | undefined;
}

async function forwardAll(
  line: CliEnvironment,
  { follower, receiver, types }: Forwarding,
  signal: AbortSignal,
) {
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
