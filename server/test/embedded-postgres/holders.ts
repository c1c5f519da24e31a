import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgresConnection } from '../../src/database/embedded-postgres/open.js';
import { until } from '../support/until.js';

const script = fileURLToPath(new URL('holder.mjs', import.meta.url));

interface Message {
  event: string;
  detail: unknown;
}

/** A separate process that holds the database of a directory. */
export class Holder {
  readonly #child: ChildProcess;
  readonly #messages: Message[] = [];
  readonly #exit: Promise<void>;
  #output = '';
  #ended = false;

  constructor(directory: string, capabilities: Record<string, unknown> = {}) {
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
