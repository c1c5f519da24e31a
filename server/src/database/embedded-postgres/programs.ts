import { execFile } from 'node:child_process';

/**
 * What every program we start gets to see. The server outlives us, so it must not carry our secrets along,
 * and PG* or LC_* variables of the person at the terminal must not change how the database behaves.
 */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
};

export interface ProgramOutcome {
  succeeded: boolean;
  output: string;
}

export interface ProgramSurroundings {
  cwd?: string;
  uid?: number;
  gid?: number;
  input?: string;
  env?: Record<string, string>;
}

/** Runs a program to its end; a program that fails, or cannot even start, is an outcome and not an exception. */
export function runProgram(
  file: string,
  args: readonly string[],
  surroundings: ProgramSurroundings = {},
): Promise<ProgramOutcome> {
  const { input, env, ...options } = surroundings;
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { ...options, env: { ...programEnvironment, ...env }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        resolve({ succeeded: error === null, output: output === '' && error ? error.message : output });
      },
    );
    // A program that ends early closes its input under us; the outcome tells the story.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

export function lastLines(text: string, count = 15): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
