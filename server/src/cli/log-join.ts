import type { SignedTree } from '../features/log/signed-tree.js';
import { joinLog } from '../installation/log/join-log.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { addKeyOption } from './verifier-keys.js';

export function addLogJoinCommand(log: Command, line: CliEnvironment): void {
  onInstance(
    line,
    addKeyOption(
      log
        .command('join')
        .description(
          'let a new data directory believe the database what the log has signed; not after the database was restored',
        )
        .example('log join'),
      'key',
      1,
      'a former key, if the newest checkpoint has only its signature',
    ),
    join,
  );
}

async function join({ context }: Instance, { key }: { key?: readonly string[] }): Promise<Outcome> {
  const { tree, keys, cosigned } = await joinLog(context, key);
  const own = tree
    ? [`This data directory now knows that ${describe(tree)} were signed, with these keys:`, ...keys]
    : ['Nothing is signed yet. This data directory may sign from now on.'];
  const others = cosigned.map((one) => `It knows that ${describe(one)} were cosigned.`);
  return {
    value: { ...(tree ? toJson(tree) : { size: 0 }), keys, cosigned: cosigned.map(toJson) },
    text: [...own, ...others].join('\n'),
  };
}

const toJson = ({ origin, size, root }: SignedTree) => ({ origin, size, root: root.toString('base64') });

const describe = (tree: SignedTree): string => {
  const { origin, size, root } = toJson(tree);
  return `${size} entries of ${origin} with the root ${root}`;
};
