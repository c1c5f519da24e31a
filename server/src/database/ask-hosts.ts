import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseHost } from '../platform/config/database-url.js';
import type { ServerState } from './server-state-store.js';

/** Without this pause, the requests during a failover would keep the standbys busy with new connections. */
export const askAgainMs = 250;

/** How long to wait for the other hosts once one is suitable: for a moment, two may accept writes. */
const othersMs = 200;

/** What a host answered, or why it did not. */
export type HostAnswer = { readonly state: ServerState } | { readonly error: unknown };

/**
 * Asks all hosts at the same time, until one is suitable or all have answered. One that does not answer delays no other:
 * meanwhile the others are asked again, because one of them may be promoted.
 */
export async function askHosts(
  hosts: readonly DatabaseHost[],
  ask: (host: DatabaseHost) => Promise<HostAnswer>,
  isSuitable: (state: ServerState) => boolean,
): Promise<ReadonlyMap<DatabaseHost, HostAnswer>> {
  const answers = new Map<DatabaseHost, HostAnswer>();
  const isHostSuitable = async (host: DatabaseHost): Promise<boolean> => {
    const answer = await ask(host);
    answers.set(host, answer);
    return 'state' in answer && isSuitable(answer.state);
  };
  const asked = hosts.map((host) => ({ host, first: isHostSuitable(host) }));
  let unanswered = hosts.length;
  const all = Promise.all(asked.map(({ first }) => first.then(() => unanswered--)));
  const suitable = asked.map(async ({ host, first }) => {
    let isSo = await first;
    while (!isSo && unanswered > 0) {
      await Promise.race([all, pause(askAgainMs)]);
      if (unanswered > 0) isSo = await isHostSuitable(host);
    }
    if (!isSo) throw new Error('not suitable');
  });
  const isFound = await Promise.any(suitable).then(
    () => true,
    () => false,
  );
  if (isFound) await Promise.race([all, pause(othersMs)]);
  return answers;
}
