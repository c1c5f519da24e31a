import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { CliEnvironment } from '../cli/command-line.js';
import {
  cannotListen,
  httpSettings,
  httpsSettings,
  listening,
  type ListenerSettings,
} from '../http/listeners.js';
import { serveGroupMetrics } from '../monitoring/group-metrics.js';
import type { Config } from '../platform/config/config.js';
import { countForGroup } from '../platform/limits/group-limits.js';
import { openInstance } from '../database/instance.js';
import { publicBaseUrl } from '../platform/net/public-base-url.js';
import { tlsCertificate } from '../platform/net/tls-certificate.js';
import { planConnections } from './connection-plan.js';
import { reportReady, startGroup, type ProcessRole } from './process-group.js';
import { runJobs } from './run-jobs.js';
import { startServer } from './serve.js';
import { welcome } from './welcome.js';

export interface ServeInProcessesOptions {
  readonly processes: number;
  readonly runsJobs: boolean;
  readonly whenDashboardBuilt?: Promise<void> | undefined;
}

/**
 * Serves in several processes. This process neither handles requests nor runs jobs: it keeps the database running,
 * distributes connections, and replaces processes that exit.
 */
export async function serveInProcesses(
  line: CliEnvironment,
  config: Config,
  { processes, runsJobs, whenDashboardBuilt }: ServeInProcessesOptions,
  stopped: Promise<void>,
): Promise<void> {
  const { port, httpPort } = await settledPorts(config);
  const baseUrl = publicBaseUrl(config, port);
  const instance = await openInstance(config, {
    report: line.err,
    baseUrl: () => baseUrl,
    connections: planConnections(processes).parent,
  });
  const { log, clock } = instance.context;
  const metrics = await serveGroupMetrics(config);
  try {
    countForGroup();
    // Each process reads the dashboard when it starts.
    await whenDashboardBuilt;
    const { certFile } = await tlsCertificate(config, clock());
    const group = await startGroup({
      environment: { REGROVE_PORT: String(port), REGROVE_HTTP_PORT: String(httpPort) },
      roles: [
        ...Array.from({ length: processes }, (): ProcessRole => 'api'),
        ...(runsJobs ? ['jobs' as const] : []),
      ],
      onLoss: (part, how) => {
        log.error({ part, how }, 'a server process exited; starting another one');
      },
    });
    try {
      line.out((await welcome({ instance, baseUrl, certFile, port })).text);
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
export async function serveRole(
  part: ProcessRole,
  line: CliEnvironment,
  config: Config,
  processes: number,
  stopped: Promise<void>,
): Promise<void> {
  const { requests, overhead, jobs, sandboxes } = planConnections(processes);
  if (part === 'api') {
    const server = await startServer(config, {
      runsJobs: false,
      report: line.err,
      connections: requests,
      jobConnections: overhead,
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
