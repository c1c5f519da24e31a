import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { ProblemTracker } from './problem-tracker.js';
import { openCredentials } from './credentials.js';
import type { Directory } from './directory.js';
import { timeOf } from './files.js';
import { changeInventory, printerUrl, type Printer, readInventory } from './inventory.js';
import type { MachineSecretBox } from './machine-key.js';
import { policyOf } from './network.js';
import { dropOld, enqueue, listQueue, type QueuedReading } from './queue.js';
import { readPrinters, type ReadingResult } from './read.js';
import { backOffMs, lastDue, maxPauseMs } from './schedule.js';
import { maxTroubles, sendQueue, sendReport } from './send.js';
import { readSettings } from './settings.js';
import { readState, type State, writeState } from './state.js';

export interface AgentOptions {
  readonly directory: Directory;
  readonly seal: MachineSecretBox;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

interface Unstored
  extends Pick<ReadingResult, 'readings' | 'addresses'>, Required<Pick<State, 'trouble' | 'devices'>> {
  readonly at: Date;
}

const hourMs = 3_600_000;
const pollMs = 1_000;

/** Of the problems in the state: the agent can neither read nor send. */
export const generalProblem = 'it does not work at the moment';
/** Another one of them: nothing is read, and what waits is sent all the same. */
export const readingProblem = 'printers cannot be read';
const unusableCredentials = 'credentials are left out';
const unstored = 'what was read cannot be stored';
const unremembered = 'what printers answer to cannot be stored';
const stateless = 'the state cannot be stored';

/** Reads and sends. Only one per directory: the caller holds its lock. */
export class Agent {
  readonly #options: AgentOptions;
  /** A round that could not be stored, because the disk is full: it is tried again until it can. */
  #unstored: Unstored | undefined;
  /** The state, while it cannot be stored. */
  #kept: State | undefined;
  readonly #complaints: ProblemTracker;
  /** Since the last time that printers could be read. */
  #readFailures = 0;
  #nextReadAt: string | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#complaints = new ProblemTracker(options);
  }

  /** Until the signal aborts. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      // What goes wrong is in the state.
      await this.tick().catch(() => undefined);
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Does what is due. */
  async tick(): Promise<void> {
    const { directory, signal } = this.#options;
    const askedAt = await timeOf(directory.request);
    try {
      await this.#doWhatIsDue(askedAt !== undefined);
      await this.#answer(askedAt);
    } catch (error) {
      // Left for the next process.
      if (isAborted(signal)) throw error;
      this.#complaints.add(generalProblem, error);
      const state = await this.#state();
      if (this.#isNews(state)) await this.#write(state);
      await this.#answer(askedAt);
      throw error;
    }
  }

  async #doWhatIsDue(isAsked: boolean): Promise<void> {
    const { directory, seal, clock } = this.#options;
    const settings = await readSettings(directory, seal);
    await this.#store(settings.feedId);
    const last = await this.#lastRead();
    const isDue = last === undefined || last < lastDue(settings.id, clock());
    if (isAsked || (isDue && isPast(this.#nextReadAt, clock(), maxPauseMs))) await this.#tryToRead(isAsked);
    this.#complaints.resolve(generalProblem);
    await this.send(isAsked);
  }

  /** A damaged file, for example, is no reason not to send what waits. */
  async #tryToRead(isAsked: boolean): Promise<void> {
    const { directory, clock, signal } = this.#options;
    try {
      if (isAsked || (await readInventory(directory)).printers.length > 0) await this.read();
      this.#complaints.resolve(readingProblem);
      this.#readFailures = 0;
      this.#nextReadAt = undefined;
    } catch (error) {
      if (isAborted(signal)) throw error;
      this.#complaints.add(readingProblem, error);
      this.#readFailures += 1;
      this.#nextReadAt = new Date(clock().getTime() + backOffMs(this.#readFailures)).toISOString();
    }
  }

  /**
   * Removes the request for a reading, but not one that came meanwhile. Only at the end, so that a killed process leaves it for the next,
   * and who asked is told what was sent, or what went wrong.
   */
  async #answer(askedAt: number | undefined): Promise<void> {
    const { directory } = this.#options;
    if (askedAt !== undefined && (await timeOf(directory.request)) === askedAt)
      await rm(directory.request, { force: true });
  }

  /** Reads all printers, and stores what they say in the queue. */
  async read(): Promise<ReadingResult> {
    const { directory, seal, clock, signal, log } = this.#options;
    const { feedId } = await readSettings(directory, seal);
    const inventory = await readInventory(directory);
    const network = policyOf(inventory);
    const { credentials, problems } = await openCredentials(directory, seal);
    if (problems.length > 0) this.#complaints.add(unusableCredentials, problems.join('; '));
    else this.#complaints.resolve(unusableCredentials);
    const at = clock();
    const round = await readPrinters(inventory.printers, { network, credentials, clock, signal });
    const { readings, addresses, trouble } = round;
    log(
      `read ${readings.length} printers${trouble.length > 0 ? `, ${trouble.length} could not be read` : ''}`,
    );
    // A later total of a printer includes the one that was never stored.
    const newest = new Map(
      [...(this.#unstored?.readings ?? []), ...readings].map((one) => [keyOf(one), one]),
    );
    this.#unstored = {
      readings: [...newest.values()],
      addresses,
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
    const sending = { directory, settings, clock, signal, log, problems: this.#complaints.kinds() };
    const before = await this.#state();
    let state = before;
    const dropped = await dropOld(directory);
    if (dropped > 0) state = { ...state, dropped: (state.dropped ?? 0) + dropped };
    const now = clock();
    const report = async (): Promise<void> => {
      const { lastReportAt } = state;
      const next = lastReportAt && new Date(new Date(lastReportAt).getTime() + hourMs).toISOString();
      if (isPast(next, now, hourMs)) state = await sendReport(sending, state);
    };
    // Only a report finds out that the feed takes readings again.
    if (state.pausedAt !== undefined) await report();
    const isOpen = state.revokedAt === undefined && state.pausedAt === undefined;
    if (isAtOnce ? state.revokedAt === undefined : isOpen && isPast(state.nextSendAt, now, maxPauseMs))
      state = await sendQueue(sending, state);
    await report();
    if (state !== before || this.#isNews(state)) await this.#write(state);
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
    const { readings, addresses, at, trouble, devices } = this.#unstored;
    try {
      await enqueue(directory, feedId, readings, at, addresses);
    } catch (error) {
      this.#complaints.add(unstored, error);
      return;
    }
    this.#complaints.resolve(unstored);
    this.#unstored = undefined;
    // The next report is due at once.
    const { lastReportAt: _, ...state } = await this.#state();
    await this.#write({ ...state, lastReadAt: at.toISOString(), devices, trouble });
  }

  async #remember(credentials: ReadingResult['credentials']): Promise<void> {
    const known = (printer: Printer): Printer => {
      const credential = credentials.get(printerUrl(printer));
      return credential === undefined ? printer : { ...printer, credential };
    };
    try {
      if (credentials.size > 0)
        await changeInventory(this.#options.directory, (inventory) => ({
          ...inventory,
          printers: inventory.printers.map(known),
        }));
      this.#complaints.resolve(unremembered);
    } catch (error) {
      this.#complaints.add(unremembered, error);
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

  /** Whether the stored state does not tell it. */
  #isNews(state: State): boolean {
    return this.#kept !== undefined || !this.#complaints.matches(state);
  }

  /** Kept in memory if there is no room for it: pauses would be forgotten, and the server called every second. */
  async #write(state: State): Promise<void> {
    const { problems: _, ...rest } = state;
    const problems = this.#complaints.list(stateless);
    try {
      await writeState(this.#options.directory, problems.length > 0 ? { ...rest, problems } : rest);
      this.#kept = undefined;
      this.#complaints.resolve(stateless);
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

/** A name is that of several printers if a factory has given it to all of them. */
const keyOf = ({ device, origin }: QueuedReading): string =>
  JSON.stringify([device, origin?.address, origin?.slot]);

/** Not narrowed by an earlier look at it. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;
