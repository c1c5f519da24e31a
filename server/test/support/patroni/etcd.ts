import { join } from 'node:path';
import { request } from 'undici';
import { account } from '../debian-postgres.js';
import { freePort } from '../ports.js';
import { type RecordedProcess, spawnRecorded } from '../regrove-process.js';
import { findSystemProgram } from '../system-programs.js';
import { until } from '../until.js';

const program = findSystemProgram('etcd');
export const hasEtcd = !program.missing;

const members = ['a', 'b', 'c'];

export interface Etcd {
  /** As in a configuration of Patroni. */
  readonly hosts: readonly string[];
  /** Kills the leader and starts it again when another member leads. */
  replaceLeader(): Promise<void>;
  /** What its members have written, by name. */
  readonly logs: () => Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** An etcd of three members on the loopback interface. */
export async function startEtcd(folder: string): Promise<Etcd> {
  const ports = await Promise.all(
    members.map(async () => ({ peer: await freePort(), client: await freePort() })),
  );
  const url = (port: number | undefined): string => `http://127.0.0.1:${String(port)}`;
  const cluster = members.map((name, index) => `${name}=${url(ports[index]?.peer)}`).join(',');
  const start = (name: string, index: number): RecordedProcess => {
    const own = ports[index];
    const peers = ['--listen-peer-urls', url(own?.peer), '--initial-advertise-peer-urls', url(own?.peer)];
    const clients = ['--listen-client-urls', url(own?.client), '--advertise-client-urls', url(own?.client)];
    const args = ['--name', name, '--data-dir', join(folder, `etcd-${name}`), '--initial-cluster', cluster];
    // Patroni as of Debian 12 needs version 2 of the API; see docs/scale.md.
    const api = ['--enable-v2=true'];
    // It considers some processors experimental.
    const env = { ETCD_UNSUPPORTED_ARCH: process.arch };
    return spawnRecorded(program.binary, [...args, ...peers, ...clients, ...api], env, {
      cwd: folder,
      ...account,
    });
  };
  const running = members.map(start);
  /** The index of the leader; undefined while there is none. */
  const leader = async (): Promise<number | undefined> => {
    const states = await Promise.all(ports.map(({ client }) => statusOf(url(client))));
    const index = states.findIndex((state) => state !== undefined && state.leader === state.header.member_id);
    return index < 0 ? undefined : index;
  };
  const hasLeader = (other?: number): Promise<unknown> =>
    until('a leader of etcd', leader, (index) => index !== undefined && index !== other);
  await hasLeader();
  return {
    hosts: ports.map(({ client }) => `127.0.0.1:${client}`),
    async replaceLeader() {
      const index = (await leader()) ?? 0;
      await running[index]?.stop('SIGKILL');
      await hasLeader(index);
      running[index] = start(members[index] ?? '', index);
    },
    logs: () =>
      Object.fromEntries(members.map((name, index) => [`etcd-${name}`, running[index]?.stderr ?? ''])),
    async stop() {
      await Promise.all(running.map((one) => one.stop('SIGKILL')));
    },
  };
}

interface Status {
  readonly header: { readonly member_id: string };
  readonly leader: string;
}

async function statusOf(url: string): Promise<Status | undefined> {
  try {
    const { body } = await request(`${url}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(2_000),
    });
    return (await body.json()) as Status;
  } catch {
    return undefined;
  }
}
