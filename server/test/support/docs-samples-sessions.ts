import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import ts from 'typescript';
import { shiftedClockEnv } from './shifted-clock.js';

/** The result of a sample. */
export interface Outcome {
  readonly statuses: readonly number[];
  /** Of the last response, as curl received it. */
  readonly headers: string;
  readonly body: string;
  readonly printed: string;
}

/** The shell that a reader pastes samples into: variables persist between samples. */
export class Shell {
  readonly #folder: string;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #count = 0;
  #calls = 0;

  private constructor(folder: string, cwd: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
    // A reader has only what the page says. The clock is that of the tests, which may be shifted.
    const environment = { ...shiftedClockEnv, ...env, PATH: path };
    this.#child = spawn('sh', ['-e'], { cwd, env: environment, stdio: 'pipe' });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
  }

  /** `folder` belongs to the test and contains bin/: see `writeCurl`. The reader starts in `cwd`. */
  static start(folder: string, cwd: string, env: NodeJS.ProcessEnv): Shell {
    return new Shell(folder, cwd, env);
  }

  async run(text: string): Promise<Outcome> {
    if (this.#child.exitCode !== null) throw new Error('The shell has ended before');
    const file = join(this.#folder, `sample-${++this.#count}.sh`);
    await writeFile(file, text);
    this.#stderr = '';
    const end = `end of ${file}`;
    this.#child.stdin?.write(`. '${file}' < /dev/null\nprintf '\\n%s' '${end}'\n`);
    await this.#says(end);
    const printed = this.#stdout.slice(0, this.#stdout.indexOf(end)).trimEnd();
    this.#stdout = '';
    const calls = await this.#newCalls();
    return { statuses: calls.flatMap(statusesOf), ...lastOf(calls), printed };
  }

  /** The environment of programs started from this shell. */
  async environment(): Promise<NodeJS.ProcessEnv> {
    const dump = `'${process.execPath}' -p 'JSON.stringify(process.env)'`;
    return JSON.parse((await this.run(dump)).printed) as NodeJS.ProcessEnv;
  }

  /** The current directory. */
  async folder(): Promise<string> {
    return (await this.run('pwd')).printed;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin?.end();
    await closed;
  }

  #says(end: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#stdout.includes(end)) finish(resolve);
      };
      const fail = (): void =>
        finish(() => reject(new Error(`The shell ended: ${this.#stdout}${this.#stderr}`)));
      const finish = (then: () => void): void => {
        this.#child.stdout?.off('data', look);
        this.#child.off('close', fail);
        then();
      };
      this.#child.stdout?.on('data', look);
      this.#child.once('close', fail);
    });
  }

  async #newCalls(): Promise<{ headers: string; body: string }[]> {
    const made = Number(await readFile(join(this.#folder, 'bin/calls'), 'utf8'));
    const calls = [];
    while (this.#calls < made) {
      const call = join(this.#folder, 'bin', String(++this.#calls));
      calls.push({
        headers: await readFile(`${call}.headers`, 'utf8'),
        body: await readFile(`${call}.body`, 'utf8'),
      });
    }
    return calls;
  }
}

/** The real curl, which also records every response. */
export async function writeCurl(folder: string, curl: string): Promise<void> {
  const bin = join(folder, 'bin');
  await writeFile(join(bin, 'calls'), '0');
  const script = `#!/bin/sh
call=$(($(cat '${bin}/calls') + 1))
echo $call > '${bin}/calls'
'${curl}' "$@" --dump-header '${bin}/'$call.headers > '${bin}/'$call.body
code=$?
cat '${bin}/'$call.body
exit $code
`;
  await writeFile(join(bin, 'curl'), script, { mode: 0o755 });
}

const statusesOf = ({ headers }: { headers: string }): number[] =>
  [...headers.matchAll(/^HTTP\/\S+ (\d+)/gm)].map(([, status]) => Number(status));

function lastOf(calls: readonly { headers: string; body: string }[]): { headers: string; body: string } {
  const { headers = '', body = '' } = calls.at(-1) ?? {};
  // With curl -i, the body is preceded by the headers.
  return { headers, body: body.startsWith('HTTP/') ? body.slice(body.indexOf('\r\n\r\n') + 4) : body };
}

const notes = `
import { format } from 'node:util';
let lines = [];
let statuses = [];
console.log = (...values) => void lines.push(format(...values));
const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await fetch(...request);
  statuses.push(answer.status);
  return answer;
};
globalThis.endOfSample = () =>
  new Promise((resolve) => {
    process.once('message', resolve);
    process.send({ lines, statuses });
    lines = [];
    statuses = [];
  });
`;

/** The program that consists of a page's samples: one ES module that pauses between samples. */
export class Program {
  readonly #child: ChildProcess;
  #stderr = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
  }

  /** Each sample waits for `run`. */
  static async start(folder: string, samples: readonly string[], env: NodeJS.ProcessEnv): Promise<Program> {
    await writeFile(join(folder, 'notes.mjs'), notes);
    const between = '\nawait globalThis.endOfSample();\n';
    const { outputText } = ts.transpileModule(between + samples.join(between) + between, {
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    });
    await writeFile(join(folder, 'program.mjs'), outputText);
    const args = ['--import', './notes.mjs', 'program.mjs'];
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    const program = new Program(spawn(process.execPath, args, { cwd: folder, env, stdio: [...stdio] }));
    await program.#message();
    return program;
  }

  /** Runs the next sample. */
  async run(): Promise<Outcome> {
    if (this.#child.exitCode !== null) throw new Error('The program has ended before');
    this.#child.send('run');
    const { lines, statuses } = await this.#message();
    return { statuses, headers: '', body: '', printed: lines.join('\n') };
  }

  /** Lets the program end, which must succeed. */
  async stop(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.#child.once('close', resolve));
    if (this.#child.exitCode !== null) return;
    this.#child.send('end');
    const code = await ended;
    if (code !== 0) throw new Error(`The program ended with ${String(code)}: ${this.#stderr}`);
  }

  #message(): Promise<{ lines: string[]; statuses: number[] }> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`The program ended: ${this.#stderr}`));
      this.#child.once('close', fail);
      this.#child.once('message', (message) => {
        this.#child.off('close', fail);
        resolve(message as { lines: string[]; statuses: number[] });
      });
    });
  }
}
