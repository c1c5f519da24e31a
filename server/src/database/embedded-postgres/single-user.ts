import { join } from 'node:path';
import { ignoredPidEnvironment, type ServerPlan } from './postmaster.js';
import { lastLines, runProgram } from './programs.js';

/** Runs a statement on a cluster without a server, for setup that is needed before clients can connect. */
export async function runInSingleUserMode(
  plan: ServerPlan,
  sql: string,
  deadPid: number | undefined,
): Promise<void> {
  const { file, args } = plan.launcher.commandLine(join(plan.binaries.native, 'bin', 'postgres'), [
    '--single',
    '-D',
    plan.launcher.dataDirectory(plan.cluster),
    'postgres',
  ]);
  const { succeeded, output } = await runProgram(file, args, {
    ...plan.launcher.account,
    cwd: plan.cluster,
    input: `${sql}\n`,
    env: ignoredPidEnvironment(deadPid),
  });
  // In this mode PostgreSQL exits with 0 even if the statement fails.
  if (!succeeded || /^\S.*\b(ERROR|FATAL|PANIC):/m.test(output)) {
    throw new Error(`The database in ${plan.cluster} could not be prepared:\n${lastLines(output)}`);
  }
}
