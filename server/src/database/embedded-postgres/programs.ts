import { execFile } from 'node:child_process';

/**
 * The environment of every program we start. The server outlives us, so it must not inherit our secrets, and the user's PG*
 * or LC_* variables must not change how the database behaves.
 */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
};

export interface ProgramOutcome {
  succeeded: boolean;
  output: string;
}

export interface ProgramOptions {
  cwd?: string;
  uid?: number;
  gid?: number;
  input?: string;
  env?: Record<string, string>;
}

/** Runs a program to completion. Never rejects, even if the program fails or cannot start. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramOutcome> {
  const { input, env, ...rest } = options;
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { ...rest, env: { ...programEnvironment, ...env }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        resolve({ succeeded: error === null, output: output === '' && error ? error.message : output });
      },
    );
    // A program that exits early closes its input. The outcome reports the failure.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

export function lastLines(text: string, count = 15): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
