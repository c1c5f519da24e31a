import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './until.js';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
const presentProgram = fileURLToPath(new URL('../../bin/regrove.js', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process whose output is recorded. */
export class RecordedProcess {
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #ended = false;
  readonly ending: Promise<ProcessResult>;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.ending = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        this.#ended = true;
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Waits until the standard output matches a pattern, and returns the match. */
  async printed(pattern: RegExp): Promise<string> {
    let found: RegExpExecArray | null = null;
    await until(`${String(pattern)} on standard output`, () => {
      found = pattern.exec(this.#stdout);
      if (!found && this.#ended) throw new Error(`ended without ${String(pattern)}: ${this.#stderr}`);
      return found !== null;
    });
    return (found as RegExpExecArray | null)?.[1] ?? '';
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Signals it to stop and waits until it has ended. */
  stop(name: NodeJS.Signals = 'SIGTERM'): Promise<ProcessResult> {
    this.signal(name);
    return this.ending;
  }
}

/** Starts `regrove` with these arguments in a clean environment, as a person at a terminal does. */
export function start(
  args: readonly string[],
  env: Environment = {},
  options: ProcessOptions & { readonly program?: string | undefined } = {},
): RecordedProcess {
  const { program = presentProgram, ...others } = options;
  return spawnRecorded(process.execPath, [program, ...args], env, others);
}

/** Runs a command to its end. */
export const regrove = (
  args: readonly string[],
  env: Environment = {},
  options: Parameters<typeof start>[2] = {},
): Promise<ProcessResult> => start(args, env, options).ending;

export interface ProcessOptions {
  readonly detached?: boolean;
  readonly cwd?: string;
  /** Runs as another user, which requires root. */
  readonly uid?: number;
  readonly gid?: number;
}

export function spawnRecorded(
  file: string,
  args: readonly string[],
  env: Environment = {},
  options: ProcessOptions = {},
): RecordedProcess {
  const own = Object.entries(process.env).filter(([name]) => !/^(REGROVE_|NODE_|VITEST|CI$)/.test(name));
  return new RecordedProcess(
    spawn(file, args, {
      cwd: repository,
      env: { ...Object.fromEntries(own), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    }),
  );
}
