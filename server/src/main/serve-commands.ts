import type { Command } from 'commander';
import type { CommandLine } from '../cli/command-line.js';
import { startJobs } from '../jobs/start-jobs.js';
import { openInstance } from '../platform/instance.js';
import { startServer } from './serve.js';
import { welcome } from './welcome.js';

export function addServeCommands(program: Command, line: CommandLine): void {
  program
    .command('serve')
    .description('serve the API, and run the jobs unless told not to')
    .option('--no-jobs', 'leave the jobs to workers')
    .action(async ({ jobs }: { jobs: boolean }) => {
      const server = await startServer(line.config(), { runsJobs: jobs, report: line.err });
      line.out(await welcome(server));
      await stopped(() => server.stop(), line);
    });

  program
    .command('worker')
    .description('run the jobs without serving')
    .action(async () => {
      const instance = await openInstance(line.config(), { report: line.err });
      const jobs = startJobs(instance.context);
      line.out('Running jobs');
      await stopped(async () => {
        await jobs.stop();
        await instance.close();
      }, line);
    });
}

/** Waits for the signal to stop and stops cleanly; a second signal stops at once. */
function stopped(stop: () => Promise<void>, line: CommandLine): Promise<void> {
  return new Promise((resolve, reject) => {
    const onSignal = (): void => {
      process.off('SIGTERM', onSignal);
      process.off('SIGINT', onSignal);
      line.err('Stopping: finishing what is under way');
      stop().then(resolve, reject);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
