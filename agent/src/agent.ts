import { rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { Complaints } from './complaints.js';
import { openCredentials } from './credentials.js';
import type { Directory } from './directory.js';
import { changeInventory, placeOf, type Printer, readInventory } from './inventory.js';
import type { Seal } from './machine-key.js';
import { policyOf } from './network.js';
import { dropOld, enqueue, listQueue } from './queue.js';
import { readPrinters, type Round } from './read.js';
import { lastDue } from './schedule.js';
import { maxPauseMs, sendQueue, sendReport } from './send.js';
import { readSettings } from './settings.js';
import { readState, type State, writeState } from './state.js';

export interface AgentOptions {
  readonly directory: Directory;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

interface Unstored extends Pick<Round, 'readings'>, Required<Pick<State, 'trouble' | 'devices'>> {
  readonly at: Date;
}

/** Per report. */
const maxTroubles = 1_000;
const hourMs = 3_600_000;
const pollMs = 1_000;

const failing = 'it does not work at the moment';
const unstored = 'what was read cannot be stored';
const stateless = 'the state cannot be stored';

/** Reads and sends. Only one per directory: the caller holds its lock. */
export class Agent {
  readonly #options: AgentOptions;
  /** A round that could not be stored, because the disk is full: it is tried again until it can. */
  #unstored: Unstored | undefined;
  /** The state, while it cannot be stored. */
  #kept: State | undefined;
  readonly #complaints: Complaints;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#complaints = new Complaints(options);
  }

  /** Until the signal aborts. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      try {
        await this.tick();
      } catch (error) {
        if (!isAborted(signal)) {
          this.#complaints.add(failing, error);
          await this.#write(await this.#state());
        }
      }
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Does what is due. */
  async tick(): Promise<void> {
    const { directory, seal, clock } = this.#options;
    const settings = await readSettings(directory, seal);
    const askedAt = await timeOf(directory.request);
    const isAsked = askedAt !== undefined;
    await this.#store(settings.feedId);
    const last = await this.#lastRead();
    const isDue = last === undefined || last < lastDue(settings.id, clock());
    if (isAsked || (isDue && (await readInventory(directory)).printers.length > 0)) await this.read();
    this.#complaints.settle(failing);
    try {
      await this.send(isAsked);
    } finally {
      // Only now, so that a killed process leaves it for the next, and who asked is told what was sent. Not one that came meanwhile.
      if (isAsked && (await timeOf(directory.request)) === askedAt)
        await rm(directory.request, { force: true });
    }
  }

  /** Reads all printers, and stores what they say in the queue. */
  async read(): Promise<Round> {
    const { directory, seal, clock, signal, log } = this.#options;
    const { feedId } = await readSettings(directory, seal);
    const inventory = await readInventory(directory);
    const network = policyOf(inventory);
    const credentials = await openCredentials(directory, seal);
    const at = clock();
    const round = await readPrinters(inventory.printers, { network, credentials, clock, signal });
    const { readings, trouble } = round;
    log(
      `read ${readings.length} printers${trouble.length > 0 ? `, ${trouble.length} could not be read` : ''}`,
    );
    // A later total of a printer includes the one that was never stored.
    const newest = new Map(
      [...(this.#unstored?.readings ?? []), ...readings].map((one) => [one.device, one]),
    );
    this.#unstored = {
      readings: [...newest.values()],
      at,
      trouble: trouble.slice(0, maxTroubles),
      devices: inventory.printers.length,
    };
    await this.#store(feedId);
    await this.#remember(round.credentials);
    return round;
  }

  /** Whether the last reading waits for room on the disk. */
  get isUnstored(): boolean {
    return this.#unstored !== undefined;
  }

  /** Sends what waits, and a report, as far as they are due. */
  async send(isAtOnce = false): Promise<State> {
    const { directory, seal, clock, signal, log } = this.#options;
    const settings = await readSettings(directory, seal);
    const sending = { directory, settings, clock, signal, log };
    const before = await this.#state();
    let state = before;
    const dropped = await dropOld(directory);
    if (dropped > 0) state = { ...state, dropped: (state.dropped ?? 0) + dropped };
    const now = clock();
    if (state.revokedAt === undefined && (isAtOnce || isPast(state.nextSendAt, now, maxPauseMs)))
      state = await sendQueue(sending, state);
    const { lastReportAt } = state;
    const nextReport = lastReportAt && new Date(new Date(lastReportAt).getTime() + hourMs).toISOString();
    if (isPast(nextReport, now, hourMs)) state = await sendReport(sending, state);
    if (state !== before || this.#kept || !this.#complaints.areIn(state)) await this.#write(state);
    return state;
  }

  /** The newest of what the state and the queue tell: a process may be killed between writing one and the other. */
  async #lastRead(): Promise<Date | undefined> {
    const { directory, clock } = this.#options;
    const { lastReadAt } = await this.#state();
    const times = (await listQueue(directory)).map(({ createdAt }) => createdAt);
    if (lastReadAt !== undefined) times.push(new Date(lastReadAt));
    if (this.#unstored) times.push(this.#unstored.at);
    // From a time when the clock was wrong.
    const past = times.filter((time) => time <= clock());
    return past.sort((a, b) => a.getTime() - b.getTime()).at(-1);
  }

  async #store(feedId: string): Promise<void> {
    const { directory } = this.#options;
    if (!this.#unstored) return;
    const { readings, at, trouble, devices } = this.#unstored;
    try {
      await enqueue(directory, feedId, readings, at);
    } catch (error) {
      this.#complaints.add(unstored, error);
      return;
    }
    this.#complaints.settle(unstored);
    this.#unstored = undefined;
    // The next report is due at once.
    const { lastReportAt: _, ...state } = await this.#state();
    await this.#write({ ...state, lastReadAt: at.toISOString(), devices, trouble });
  }

  async #remember(credentials: Round['credentials']): Promise<void> {
    if (credentials.size === 0) return;
    const known = (printer: Printer): Printer => {
      const credential = credentials.get(placeOf(printer));
      return credential === undefined ? printer : { ...printer, credential };
    };
    try {
      await changeInventory(this.#options.directory, (inventory) => ({
        ...inventory,
        printers: inventory.printers.map(known),
      }));
    } catch (error) {
      this.#complaints.add('what printers answer to cannot be stored', error);
    }
  }

  async #state(): Promise<State> {
    if (this.#kept) return this.#kept;
    try {
      return await readState(this.#options.directory);
    } catch (error) {
      this.#complaints.add(stateless, error);
      return {};
    }
  }

  /** Kept in memory if there is no room for it: pauses would be forgotten, and the server called every second. */
  async #write(state: State): Promise<void> {
    const { problems: _, ...rest } = state;
    const problems = this.#complaints.list(stateless);
    try {
      await writeState(this.#options.directory, problems.length > 0 ? { ...rest, problems } : rest);
      this.#kept = undefined;
      this.#complaints.settle(stateless);
    } catch (error) {
      this.#kept = state;
      this.#complaints.add(stateless, error);
    }
  }
}

/** Whether a time has come. One that is further away than it can be was set when the clock was wrong. */
function isPast(time: string | undefined, now: Date, maxMs: number): boolean {
  const wait = time === undefined ? 0 : new Date(time).getTime() - now.getTime();
  return !(wait > 0 && wait <= maxMs);
}

/** Not narrowed by an earlier look at it. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;

/** When a file was written; undefined if there is none. */
const timeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
