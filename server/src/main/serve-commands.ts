import type { Command } from 'commander';
import type { CommandLine } from '../cli/command-line.js';
import { startJobs } from '../jobs/start-jobs.js';
import { openMonitoring } from '../monitoring/open-monitoring.js';
import type { Config } from '../platform/config.js';
import { openInstance } from '../platform/instance.js';
import { startServer } from './serve.js';
import { stopSignal } from './stop-signal.js';
import { welcome } from './welcome.js';

export function addServeCommands(program: Command, line: CommandLine): void {
  program
    .command('serve')
    .description('serve the API, and run the jobs unless told not to')
    .option('--no-jobs', 'leave the jobs to workers')
    .action(async ({ jobs }: { jobs: boolean }) => {
      const config = line.config();
      const stopped = toldToStop(line, config);
      let isPrepared = false;
      const server = await startServer(config, {
        runsJobs: jobs,
        report: line.err,
        isPrepared: () => isPrepared,
      });
      try {
        const words = await welcome(server);
        isPrepared = true;
        line.out(words);
        await stopped;
      } finally {
        await server.stop();
      }
    });

  program
    .command('worker')
    .description('run the jobs without serving')
    .action(async () => {
      const config = line.config();
      const stopped = toldToStop(line, config);
      const monitoring = await openMonitoring(config);
      const { watch } = monitoring;
      const instance = await openInstance(config, { report: line.err, watch });
      try {
        await monitoring.show(instance);
        const jobs = startJobs(instance);
        line.out('Running jobs');
        await stopped;
        await jobs.stop();
      } finally {
        await instance.close();
        await monitoring.close();
      }
    });
}

function toldToStop(line: CommandLine, config: Config): Promise<void> {
  for (const name of config.unknownSettings)
    line.err(`${name} is not a setting of this version: it has no effect`);
  return stopSignal(() => line.err('Stopping: finishing what is under way'), config);
}
