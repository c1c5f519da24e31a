import type { Instance } from '../database/instance.js';
import { restartLog } from '../installation/log/restart-log.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { readOrigin } from './option-parsers.js';

export function addLogRestartCommand(log: Command, line: CliEnvironment): void {
  onInstance(
    line,
    log
      .command('restart')
      .description(
        'continue as a new log, to rename it, or after a backup was restored that lacks what was signed since',
      )
      .example('log restart --origin trees.example.com/log-2')
      .requiredOption('--origin <name>', 'its new name, which REGROVE_LOG_ORIGIN must have, too', readOrigin),
    restart,
  );
}

async function restart({ context }: Instance, { origin }: { origin: string }): Promise<Outcome> {
  const { size, former, isJoined } = await restartLog(context, origin);
  if (isJoined)
    return {
      value: { origin, size, joined: true },
      text: `The log is ${origin} already, and has signed ${size} entries. Only this data directory has learnt of it.`,
    };
  const old = former && { origin: former.origin, size: former.size, root: former.root.toString('base64') };
  return {
    value: { origin, size, former: old ?? null },
    text:
      `The log is now ${origin}, and begins with ${size} entries. ` +
      (old
        ? `${old.origin} ended with ${old.size} entries and the root ${old.root}: publish that with the reason. `
        : 'Publish that the old one has ended, with the reason. ') +
      'Whoever verifies certificates needs the new key, at /log/key. ' +
      'If a cache or CDN is in front of the servers, remove /log/tile/ from it: it may have tiles of the old log.',
  };
}
