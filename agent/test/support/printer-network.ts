import { execFileSync, spawnSync } from 'node:child_process';
import { findSystemProgram } from '../../../server/test/support/system-programs.js';

const ip = findSystemProgram('ip');

/** Networks of their own need root. */
export const canMakeNetworks =
  !ip.missing &&
  process.getuid?.() === 0 &&
  spawnSync(ip.binary, ['netns', 'add', 'regrove-probe']).status === 0 &&
  spawnSync(ip.binary, ['netns', 'del', 'regrove-probe']).status === 0;

const run = (...args: string[]): void => void execFileSync(ip.binary, args, { stdio: 'pipe' });

export interface PrinterNetwork {
  /** The name of the namespace. */
  readonly name: string;
  remove(): void;
}

/** A network behind an interface of this machine, `prefix`.1, with these addresses; 198.18.0.0/15 is set apart for tests. */
export function makePrinterNetwork(prefix: string, addresses: readonly string[]): PrinterNetwork {
  const tag = `${process.pid}${prefix.split('.').at(-1) ?? ''}`.slice(-9);
  const name = `regrove-${tag}`;
  const [ours, theirs] = [`rg${tag}a`, `rg${tag}b`];
  run('netns', 'add', name);
  try {
    run('link', 'add', ours, 'type', 'veth', 'peer', 'name', theirs, 'netns', name);
    run('addr', 'add', `${prefix}.1/24`, 'dev', ours);
    run('link', 'set', ours, 'up');
    run('-n', name, 'link', 'set', 'lo', 'up');
    run('-n', name, 'link', 'set', theirs, 'up');
    for (const address of addresses) run('-n', name, 'addr', 'add', `${address}/24`, 'dev', theirs);
  } catch (error) {
    run('netns', 'del', name);
    throw error;
  }
  return {
    name,
    remove: () => run('netns', 'del', name),
  };
}
