import { InvalidArgumentError } from 'commander';
import type { Command } from '../cli/command.js';
import type { CliEnvironment } from '../cli/command-line.js';
import type { Config } from '../platform/config/config.js';
import { disconnectFromParent, ownRole } from './process-group.js';
import { runJobs } from './run-jobs.js';
import { serveInProcesses, serveRole } from './serve-in-processes.js';
import { startServer } from './serve.js';
import { stopSignal } from '../platform/stop-signal.js';
import { welcome } from './welcome.js';

export function addServeCommands(program: Command, line: CliEnvironment): void {
  program
    .command('serve')
    .description('start the server; also runs jobs, unless --no-jobs')
    .example('serve')
    .example('serve --processes 4')
    .option('--no-jobs', 'do not run jobs')
    .option('--processes <n>', 'serve requests in this many processes', readProcesses, 1)
    .action(async ({ jobs, processes }: { jobs: boolean; processes: number }) => {
      const config = line.config();
      const part = ownRole();
      if (part) {
        const ended = stopSignal(() => undefined, config);
        return serveRole(part, line, config, processes, ended).finally(disconnectFromParent);
      }
      const stopped = toldToStop(line, config);
      const dashboardBuilt = line.buildDashboard?.();
      // A failure is handled below, once there is a server to stop.
      dashboardBuilt?.catch(() => undefined);
      if (processes > 1)
        return serveInProcesses(
          line,
          config,
          { processes, runsJobs: jobs, whenDashboardBuilt: dashboardBuilt },
          stopped,
        );
      let isPrepared = false;
      const server = await startServer(config, {
        runsJobs: jobs,
        report: line.err,
        isPrepared: () => isPrepared,
        whenDashboardBuilt: dashboardBuilt,
      });
      try {
        const { text, shownOnce } = await welcome(server);
        await dashboardBuilt?.catch((error: unknown) => {
          if (shownOnce !== undefined) line.out(shownOnce);
          throw error;
        });
        isPrepared = true;
        line.out(text);
        await stopped;
      } finally {
        await server.stop();
      }
    });

  program
    .command('worker')
    .description('run jobs only')
    .example('worker')
    .action(async () => {
      const config = line.config();
      const stopped = toldToStop(line, config);
      await runJobs(line, config, { onReady: () => line.out('Running jobs'), stopped });
    });
}

const maxProcesses = 32;

function readProcesses(text: string): number {
  const processes = Number(text);
  if (!Number.isInteger(processes) || processes < 1 || processes > maxProcesses)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxProcesses}.`);
  return processes;
}

function toldToStop(line: CliEnvironment, config: Config): Promise<void> {
  return stopSignal(() => line.err('Stopping: finishing requests and jobs in progress'), config);
}
