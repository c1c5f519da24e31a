import type { CliEnvironment } from '../cli/command-line.js';
import { mailAttachments } from '../http/pages/invoice-pdf/mail-attachments.js';
import { startJobs } from '../jobs/start-jobs.js';
import { openMonitoring } from '../monitoring/open-monitoring.js';
import type { Config } from '../platform/config/config.js';
import { openInstance } from '../database/instance.js';

export interface RunJobsOptions {
  readonly connections?: number;
  readonly sandboxConnections?: number;
  readonly onReady: () => void;
  readonly stopped: Promise<void>;
}

/** Only runs jobs, until told to stop. */
export async function runJobs(
  line: CliEnvironment,
  config: Config,
  { connections, sandboxConnections, onReady, stopped }: RunJobsOptions,
): Promise<void> {
  const monitoring = await openMonitoring(config);
  const { instrumentation } = monitoring;
  const instance = await openInstance(config, {
    report: line.err,
    instrumentation,
    createIfMissing: false,
    attachments: mailAttachments,
    ...(connections !== undefined && { connections }),
    ...(sandboxConnections !== undefined && { sandboxConnections }),
  });
  try {
    await monitoring.serveMetrics(instance);
    const jobs = startJobs(instance);
    onReady();
    await stopped;
    await jobs.stop();
  } finally {
    await instance.close();
    await monitoring.close();
  }
}
