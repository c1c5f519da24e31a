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
import { planConnections } from './connection-plan.js';
import { reportReady, startGroup, type Part } from './process-group.js';
import { runJobs } from './run-jobs.js';
import { startServer } from './serve.js';
import { welcome } from './welcome.js';

export interface ServingProcesses {
  readonly processes: number;
  readonly runsJobs: boolean;
  readonly dashboardBuilt?: Promise<void> | undefined;
}

/**
 * Serves in several processes. This process neither handles requests nor runs jobs: it keeps the database running,
 * distributes connections, and replaces processes that exit.
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
    connections: planConnections(processes).parent,
  });
  const { log, clock } = instance.context;
  const metrics = await showGroupMetrics(config);
  try {
    countForGroup();
    // Each process reads the dashboard when it starts.
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
 * If the system is to choose a port, all processes must use the same one. A port that cannot be used is reported here
 * once instead of by every process.
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

/** Runs the part of this process until told to stop. If the parent dies, so does this process. */
export async function servePart(
  part: Part,
  line: CommandLine,
  config: Config,
  processes: number,
  stopped: Promise<void>,
): Promise<void> {
  const { requests, own, jobs, sandboxes } = planConnections(processes);
  if (part === 'api') {
    const server = await startServer(config, {
      runsJobs: false,
      report: line.err,
      connections: requests,
      jobConnections: own,
      sandboxConnections: sandboxes,
    });
    reportReady();
    await stopped;
    await server.stop();
  } else {
    await runJobs(line, config, {
      connections: jobs,
      sandboxConnections: sandboxes,
      onReady: reportReady,
      stopped,
    });
  }
}
