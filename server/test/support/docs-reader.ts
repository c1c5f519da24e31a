import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { userAgent } from './api-client.js';
import { linkSdk } from './docs-clone.js';
import { Comparison } from './docs-samples-answers.js';
import { type Outcome, Program, Shell, writeCurl } from './docs-samples-sessions.js';
import { isProgram, type Page, type Sample, type Shown } from './docs-samples.js';
import type { TestServer } from './test-server.js';

/** The origin on the pages, which is replaced by that of the test server. */
const shownOrigin = 'https://127.0.0.1:8443';

export interface ReaderEnvironment {
  readonly server: TestServer;
  /** Where Regrove was started. */
  readonly clone: string;
  /** Empty, and used by this reader only. */
  readonly folder: string;
  readonly curl: string;
}

/** A reader who follows a page literally from top to bottom. Only the key and the port differ. */
export class Reader {
  readonly #page: Page;
  readonly #place: ReaderEnvironment;
  readonly #key: string;
  readonly #before: readonly Sample[];
  readonly #shell: Shell;
  readonly #comparison = new Comparison();
  #program: Program | undefined;

  private constructor(page: Page, place: ReaderEnvironment, key: string, before: readonly Sample[]) {
    this.#page = page;
    this.#place = place;
    this.#key = key;
    this.#before = before;
    this.#shell = Shell.start(join(place.folder, 'notes'), place.clone, {
      HOME: place.folder,
      // Commands of the operator use the server's database.
      REGROVE_DATABASE_URL: place.server.database.url,
      // Installing from a folder must not access the network.
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    });
  }

  /** `setUp` contains the samples of the page that this one requires. */
  static async start(
    page: Page,
    place: ReaderEnvironment,
    key: string,
    setUp: readonly Sample[],
  ): Promise<Reader> {
    await mkdir(join(place.folder, 'notes/bin'), { recursive: true });
    await writeCurl(join(place.folder, 'notes'), place.curl);
    const [variables] = setUp;
    const client = setUp.find(isProgram);
    const reader = new Reader(page, place, key, client ? [client] : []);
    if (variables) await reader.#shell.run(reader.#real(variables.text));
    if (client) await linkSdk(place.clone, await reader.#shell.folder());
    return reader;
  }

  async run(sample: Sample): Promise<Outcome> {
    if (sample.language === 'sh') return this.#shell.run(this.#real(sample.text));
    this.#program ??= await this.#startProgram();
    return this.#program.run();
  }

  /** How the shown response differs from the real one. */
  differences({ language, text }: Shown, { headers, body, printed }: Outcome): string[] {
    const { baseUrl } = this.#place.server.running;
    const asShown = (real: string): string => real.replaceAll(baseUrl, shownOrigin);
    if (language === 'json') return this.#comparison.json(text, asShown(body));
    if (language === 'http') return this.#comparison.http(text, asShown(headers));
    return this.#comparison.text(text, asShown(printed));
  }

  /** The response to the page's own key when its rate limit is exhausted. */
  async limited(): Promise<Outcome> {
    const { url, agent } = this.#place.server;
    const authorization = `Bearer ${this.#key}`;
    for (;;) {
      const answer = await request(`${url}/account`, {
        dispatcher: agent,
        headers: { authorization, 'user-agent': userAgent },
      });
      const body = await answer.body.text();
      const fields = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const headers = ['HTTP/1.1 429 Too Many Requests', ...fields].join('\n');
      if (answer.statusCode !== 200) return { statuses: [answer.statusCode], headers, body, printed: '' };
    }
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    await this.#shell.stop();
  }

  async #startProgram(): Promise<Program> {
    const own = this.#page.samples.filter(isProgram);
    const texts = [...this.#before, ...own].map(({ text }) => text);
    const program = await Program.start(await this.#shell.folder(), texts, await this.#shell.environment());
    if (this.#before.length > 0) await program.run();
    return program;
  }

  /** Fills in the reader's key where the page has dots, and the address of the server. */
  #real(text: string): string {
    return text
      .replace(/^(export \w+=)rg_\.\.\.$/gm, (_, start: string) => start + this.#key)
      .replaceAll(shownOrigin, this.#place.server.running.baseUrl);
  }
}
