import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { locales } from '../../../src/messages/locales.js';
import type { ApiClient, Json } from '../api-client.js';
import { isConnectionError } from '../faults/depositors.js';
import { pause } from '../pause.js';

export interface HostileTenantOptions {
  readonly client: () => Promise<ApiClient>;
  /** The URL of the current server, for public pages and raw connections. */
  readonly origin: () => Promise<string>;
  /** The status of a page requested without a key. */
  readonly page: (url: string) => Promise<number>;
  readonly month: () => Date;
  /** A print server that has readings for `office` only. */
  readonly printServer: string;
}

const concurrency = 20;
const idleConnections = 60;

/** A tenant with an ordinary key that makes the most expensive requests it is allowed to make. */
export class HostileTenant {
  /** Responses that no client should ever see. */
  readonly problems: string[] = [];
  requests = 0;
  /** The number of completed attacks. */
  attacks = 0;
  readonly #around: HostileTenantOptions;
  #feeds: { pushed: string; checked: string } | undefined;
  #idle: Socket[] = [];
  readonly #all = [
    () => this.#deleteWhileClosing(),
    () => this.#pushReadings(),
    () => this.#depositMost(),
    () => this.#askForPictures(),
    () => this.#changeHealth(),
    () => this.#readEverything(),
  ];
  /** The number of kinds of attacks, after which they repeat. */
  readonly kinds = this.#all.length;

  constructor(around: HostileTenantOptions) {
    this.#around = around;
  }

  /** Runs one attack after another. */
  async attackUntil(isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn++) {
      await this.#keepIdle();
      await this.#all[turn % this.#all.length]?.();
      this.attacks++;
      await pause(50);
    }
    for (const socket of this.#idle) socket.destroy();
  }

  /** Deletes the rows that the month close is working on, many times concurrently. */
  async #deleteWhileClosing(): Promise<void> {
    const date = this.#around.month().toISOString();
    const made = await Promise.all(
      Array.from({ length: 4 }, () => this.#send('POST', '/deposits', { pages: 7, date })),
    );
    const ids = made.flatMap((body) => (body?.id === undefined ? [] : [String(body.id)]));
    if (ids.length === 0) return;
    await this.#together((turn) => this.#send('DELETE', `/deposits/${ids[turn % ids.length] ?? ''}`));
  }

  async #pushReadings(): Promise<void> {
    const feed = (await this.#prepare())?.pushed;
    if (feed === undefined) return;
    const readings = Array.from({ length: 10_000 }, (_, device) => ({
      device: `D${device}`,
      total: 1_000,
      // The same each time: known readings cost as much to process but are not stored again.
      read_at: '2026-01-01T00:00:00Z',
    }));
    await this.#together(() => this.#send('POST', `/feeds/${feed}/readings`, { readings }));
  }

  /** Alternates between the highest page count that is allowed and a mass that exceeds what the books can hold. */
  async #depositMost(): Promise<void> {
    const date = this.#around.month().toISOString();
    await this.#together((turn) =>
      this.#send(
        'POST',
        '/deposits',
        turn % 2 === 0
          ? { pages: 1_000_000_000, date }
          : { pages: 1_000_000_000, width: 1_000, length: 1_000, gsm: 10_000, date },
      ),
    );
  }

  /** Requests certificates that are not cached yet. */
  async #askForPictures(): Promise<void> {
    const offset = await this.#send('POST', '/biomass/offsets', { pages: 10 });
    if (offset?.certificate_id === undefined) return;
    const path = `/certificates/${String(offset.certificate_id)}.pdf?locale=`;
    await this.#together((turn) =>
      this.#count(async () => {
        const locale = locales[turn % locales.length] ?? 'en';
        return this.#around.page((await this.#around.origin()) + path + locale);
      }),
    );
  }

  /** Each change of the health check mails the users, unless that is limited. */
  async #changeHealth(): Promise<void> {
    const feed = (await this.#prepare())?.checked;
    if (feed === undefined) return;
    await this.#together((turn) =>
      this.#send('PATCH', `/feeds/${feed}`, { external_id: turn % 2 === 0 ? 'nowhere' : 'office' }),
    );
  }

  async #readEverything(): Promise<void> {
    const paths = ['/deposits', '/biomass/offsets', '/biomass/certificates', '/volume'];
    await this.#together((turn) => this.#send('GET', paths[turn % paths.length] ?? '/deposits'));
  }

  /** Keeps idle connections open. */
  async #keepIdle(): Promise<void> {
    this.#idle = this.#idle.filter((socket) => !socket.destroyed);
    const origin = await this.#around.origin().catch(() => undefined);
    if (origin === undefined) return;
    const port = Number(new URL(origin).port);
    while (this.#idle.length < idleConnections) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      const isOpen = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      if (!isOpen) return;
      this.#idle.push(socket);
    }
  }

  /** Creates what the attacks need, once. */
  async #prepare(): Promise<{ pushed: string; checked: string } | undefined> {
    if (this.#feeds) return this.#feeds;
    for (let user = 0; user < 5; user++)
      await this.#send('POST', '/users', { email: `user${user}@hostile.example` });
    const pushed = await this.#send('POST', '/feeds', { type: 'fmaudit' });
    const server = await this.#send('POST', '/servers', {
      type: 'print_tracker',
      url: this.#around.printServer,
      username: 'u',
      password: 'the key',
    });
    const checked = await this.#send('POST', '/feeds', {
      type: 'print_tracker',
      server_id: server?.id,
      external_id: 'office',
    });
    if (pushed?.id === undefined || checked?.id === undefined) return undefined;
    return (this.#feeds = { pushed: pushed.id, checked: checked.id });
  }

  #together(send: (turn: number) => Promise<unknown>): Promise<unknown> {
    return Promise.all(Array.from({ length: concurrency }, (_, turn) => send(turn)));
  }

  /** The response body if the status was 200; otherwise undefined. */
  async #send(method: string, path: string, body?: unknown): Promise<Json> {
    let answered: Json;
    await this.#count(async () => {
      const answer = await (await this.#around.client()).call(method, path, { body });
      if (answer.status === 200) answered = answer.body;
      return answer.status;
    });
    return answered;
  }

  async #count(ask: () => Promise<number>): Promise<void> {
    this.requests++;
    try {
      const status = await ask();
      if (status === 500) this.problems.push('a hostile tenant was answered 500');
    } catch (error) {
      if (!isConnectionError(error)) this.problems.push(`a hostile tenant: ${String(error)}`);
    }
  }
}
