import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { CommandLine } from '../cli/command-line.js';
import {
  cannotListen,
  httpSettings,
  httpsSettings,
  listening,
  type ListenerSettings,
} from '../http/listeners.js';
import { showGroupMetrics } from '../monitoring/group-metrics.js';
import type { Config } from '../platform/config/config.js';
import { countForGroup } from '../platform/limits/group-limits.js';
import { openInstance } from '../database/instance.js';
import { publicAddress } from '../platform/net/public-address.js';
import { tlsCertificate } from '../platform/net/tls-certificate.js';
import { sayReady, startGroup, type Part } from './process-group.js';
import { runJobs } from './run-jobs.js';
import { startServer } from './serve.js';
import { welcome } from './welcome.js';

/** What all processes of an installation may hold of the embedded database's hundred, commands left aside. */
const connectionsOfAll = 80;
const maxConnections = 20;

/** Of a process that serves and runs no jobs: for its start, and the figures that it shows. */
const ownConnections = 2;

/** Connections of each, where so many serve, one runs the jobs and one looks after them. */
export const connectionsOfEach = (processes: number): number =>
  Math.max(2, Math.min(maxConnections, Math.floor(connectionsOfAll / (processes + 2))));

export interface ServingProcesses {
  readonly processes: number;
  readonly runsJobs: boolean;
  readonly dashboardBuilt?: Promise<void> | undefined;
}

/**
 * Serves in several processes. This one neither answers requests nor runs jobs: it keeps the database up, hands
 * connections on, and replaces processes that end.
 */
export async function serveInProcesses(
  line: CommandLine,
  config: Config,
  { processes, runsJobs, dashboardBuilt }: ServingProcesses,
  stopped: Promise<void>,
): Promise<void> {
  const { port, httpPort } = await settledPorts(config);
  const baseUrl = publicAddress(config, port);
  const instance = await openInstance(config, {
    report: line.err,
    baseUrl: () => baseUrl,
    connections: connectionsOfEach(processes),
  });
  const { log, clock } = instance.context;
  const metrics = await showGroupMetrics(config);
  try {
    countForGroup();
    // Each of them reads it when it starts.
    await dashboardBuilt;
    const { certFile } = await tlsCertificate(config, clock());
    const group = await startGroup({
      environment: { REGROVE_PORT: String(port), REGROVE_HTTP_PORT: String(httpPort) },
      parts: [
        ...Array.from({ length: processes }, (): Part => 'api'),
        ...(runsJobs ? ['jobs' as const] : []),
      ],
      onLoss: (part, how) => {
        log.error({ part, how }, 'a server process exited; starting another one');
      },
    });
    try {
      line.out(await welcome({ instance, baseUrl, certFile, port }));
      await stopped;
    } finally {
      await group.stop();
    }
  } finally {
    await instance.close();
    await metrics?.close();
  }
}

/**
 * Where the system is to choose a port, all processes have to be told the same one. What nobody can listen on is said here,
 * once, and not by each of them.
 */
async function settledPorts({ host, port, httpPort }: Config): Promise<{ port: number; httpPort: number }> {
  const tried = async (wanted: number, settings: ListenerSettings): Promise<number> => {
    const server = createServer();
    await listening(server, host, wanted).catch((error: unknown) => {
      throw cannotListen(host, wanted, settings, error);
    });
    const { port: found } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return found;
  };
  return { port: await tried(port, httpsSettings), httpPort: await tried(httpPort, httpSettings) };
}

/** Does its part for the process that started this one, until it is told to stop. Where that one dies, so does this one. */
export async function servePart(
  part: Part,
  line: CommandLine,
  config: Config,
  processes: number,
  stopped: Promise<void>,
): Promise<void> {
  const connections = connectionsOfEach(processes);
  if (part === 'api') {
    const server = await startServer(config, {
      runsJobs: false,
      report: line.err,
      connections: Math.max(1, connections - ownConnections),
      jobConnections: ownConnections,
    });
    sayReady();
    await stopped;
    await server.stop();
  } else {
    await runJobs(line, config, { connections, onReady: sayReady, stopped });
  }
}
