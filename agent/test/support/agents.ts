import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  spawnRecorded,
  type ProcessResult,
  type RecordedProcess,
} from '../../../server/test/support/regrove-process.js';
import { Agent } from '../../src/agent.js';
import { type Directory, directoryAt, prepareDirectory } from '../../src/directory.js';
import { enrol } from '../../src/enrol.js';
import { createMachineSecretBox, type MachineSecretBox } from '../../src/machine-key.js';
import type { RegrovePeer } from './regrove-peer.js';

const program = fileURLToPath(new URL('../../bin/regrove-agent.js', import.meta.url));
export const machineId = '0123456789abcdef0123456789abcdef';

/** A folder for an agent, with the id of its machine beside it. */
export interface Home {
  readonly folder: string;
  readonly directory: Directory;
  readonly seal: MachineSecretBox;
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program. */
  start(...args: string[]): RecordedProcess;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<ProcessResult>;
  remove(): Promise<void>;
}

export async function makeHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-agent-'));
  const idFile = join(folder, 'machine-id');
  await writeFile(idFile, machineId);
  const directory = directoryAt(join(folder, 'agent'));
  await prepareDirectory(directory);
  const env = { REGROVE_AGENT_DIR: directory.path, REGROVE_AGENT_MACHINE_ID_FILE: idFile };
  const start = (...args: string[]): RecordedProcess =>
    spawnRecorded(process.execPath, [program, ...args], env);
  return {
    folder,
    directory,
    env,
    seal: createMachineSecretBox(machineId),
    start,
    run: (...args) => start(...args).ending,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** An agent in this process, whose clock is set by the test. */
export async function startAgent(home: Home, peer: RegrovePeer, now: Date) {
  const caFile = join(home.folder, 'ca.pem');
  await writeFile(caFile, peer.ca);
  await enrol(home.directory, { url: peer.url, token: peer.token(), name: 'Office', caFile }, home.seal);
  const time = { now };
  const said: string[] = [];
  const options = {
    directory: home.directory,
    seal: home.seal,
    clock: () => new Date(time.now),
    signal: new AbortController().signal,
    log: (line: string) => void said.push(line),
  };
  return { agent: new Agent(options), time, said, options };
}
