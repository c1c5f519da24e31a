import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgresConnection } from '../../src/database/embedded-postgres/open.js';
import ts from 'typescript';
import { until } from '../support/until.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Transpiles what a child process needs, because Node does not run TypeScript. */
export function buildHolder(): string {
  const target = mkdtempSync(join(tmpdir(), 'regrove-holder-'));
  for (const folder of ['server/src/database/embedded-postgres', 'server/test/embedded-postgres']) {
    mkdirSync(join(target, folder), { recursive: true });
    for (const name of readdirSync(join(repository, folder))) {
      const { outputText } = ts.transpileModule(readFileSync(join(repository, folder, name), 'utf8'), {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ES2023,
          verbatimModuleSyntax: true,
        },
      });
      writeFileSync(join(target, folder, name.replace(/\.ts$/, '.js')), outputText);
    }
  }
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  symlinkSync(join(repository, 'node_modules'), join(target, 'node_modules'));
  return target;
}

interface Message {
  event: string;
  detail: unknown;
}

export class Holder {
  readonly #child: ChildProcess;
  readonly #messages: Message[] = [];
  readonly #exit: Promise<void>;
  #output = '';
  #ended = false;

  constructor(build: string, directory: string, capabilities: Record<string, unknown> = {}) {
    const script = join(build, 'server/test/embedded-postgres/holder.js');
    this.#child = spawn(process.execPath, [script, directory, JSON.stringify(capabilities)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk.toString('utf8')));
    this.#exit = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#ended = true;
        resolve();
      });
    });
  }

  #read(text: string): void {
    const lines = (this.#output + text).split('\n');
    this.#output = lines.pop() ?? '';
    for (const line of lines) this.#messages.push(JSON.parse(line) as Message);
  }

  /** The detail of the first message of this kind. */
  async waitFor(event: string): Promise<unknown> {
    let found: Message | undefined;
    await until(`the holder to say "${event}"`, () => {
      found = this.#messages.find((message) => message.event === event);
      const failed = this.#messages.find((message) => message.event === 'failed');
      if (!found && failed) throw new Error(String(failed.detail));
      if (!found && this.#ended) throw new Error(`the holder ended without "${event}"`);
      return found !== undefined;
    });
    return found?.detail;
  }

  async connection(): Promise<EmbeddedPostgresConnection> {
    return (await this.waitFor('open')) as EmbeddedPostgresConnection;
  }

  async release(): Promise<void> {
    this.#child.stdin?.end('release\n');
    await this.waitFor('released');
    await this.#exit;
  }

  /** Lets the process end by itself without a release. */
  async leave(): Promise<void> {
    this.#child.stdin?.end('leave\n');
    await this.#exit;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }
}

/** A copy of the package with the binaries, as left by an install without scripts. */
export function packageWithoutLinks(native: string, target: string): string {
  cpSync(join(dirname(native), 'package.json'), join(target, 'package.json'));
  cpSync(native, join(target, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !isListedLink(native, source),
  });
  return join(target, 'native');
}

function isListedLink(native: string, source: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  return links.some(({ target }) => join(dirname(native), target) === source);
}
