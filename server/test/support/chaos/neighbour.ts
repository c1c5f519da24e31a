import type { ApiClient } from '../api-client.js';
import { mainThreadCpuMs } from '../main-thread-cpu-time.mjs';
import { isConnectionError } from '../faults/depositors.js';
import type { CalmPeriods } from './calm-periods.js';
import { pause } from '../pause.js';

/** The cost of a response: elapsed time, and CPU time of the server's main thread. */
interface Cost {
  readonly ms: number;
  readonly busyMs: number;
}

/** Elapsed time that is always allowed, however fast the baseline was. */
const minLimitMs = 2_000;
/** The same for the server's main thread, which all requests share. */
const minBusyLimitMs = 500;
const factor = 10;

/** A tenant that sends a few cheap requests, one at a time, and measures the responses. */
export class Neighbour {
  /** Responses that no client should ever see, received while all processes were up. */
  readonly problems: string[] = [];
  #costs: Cost[] = [];
  #baseline: Cost = { ms: 0, busyMs: 0 };
  readonly #project: string;

  constructor(
    readonly calm: CalmPeriods,
    readonly client: () => Promise<ApiClient>,
    readonly serverPid: () => number | undefined,
    project: string,
  ) {
    this.#project = project;
  }

  /** The number of responses received while all processes were up, whatever their status. */
  heard = 0;

  async sendUntil(isOver: () => boolean): Promise<void> {
    const quote = { project_id: this.#project, items: [{ quantity: 10 }] };
    const requests = [
      ['GET', '/account', undefined],
      ['GET', '/deposits?limit=1', undefined],
      ['POST', '/quotes', quote],
    ] as const;
    for (let turn = 0; !isOver(); turn++) {
      const [method, path, body] = requests[turn % requests.length] ?? requests[0];
      await this.#ask(method, path, body);
      await pause(20);
    }
  }

  /** Makes the measurements so far the baseline. */
  begin(): void {
    this.#baseline = maxOf(this.#costs);
    this.#costs = [];
  }

  /** What is wrong with the measurements since `begin`. */
  verdict(): string[] {
    const now = maxOf(this.#costs);
    const limits = {
      ms: Math.max(minLimitMs, factor * this.#baseline.ms),
      busyMs: Math.max(minBusyLimitMs, factor * this.#baseline.busyMs),
    };
    const slow = (['ms', 'busyMs'] as const)
      .filter((kind) => now[kind] > limits[kind])
      .map(
        (kind) =>
          `a neighbour waited: ${kind} ${now[kind].toFixed(0)}, before ${this.#baseline[kind].toFixed(0)}`,
      );
    return [...this.problems, ...slow];
  }

  get summary(): string {
    const now = maxOf(this.#costs);
    return `${this.#costs.length} answers of a neighbour, nine of ten within ${now.ms.toFixed(0)} ms (${this.#baseline.ms.toFixed(0)} before)`;
  }

  async #ask(method: string, path: string, body: unknown): Promise<void> {
    const wasCalm = this.calm.watch();
    const pid = this.serverPid() ?? 0;
    const [begun, busy] = [performance.now(), mainThreadCpuMs(pid)];
    let status: number | string;
    try {
      ({ status } = await (await this.client()).call(method, path, { body }));
    } catch (error) {
      status = String(error);
      if (!isConnectionError(error)) this.problems.push(`${method} ${path}: ${status}`);
    }
    if (!wasCalm()) return;
    this.heard++;
    if (status === 200)
      this.#costs.push({ ms: performance.now() - begun, busyMs: mainThreadCpuMs(pid) - busy });
    else this.problems.push(`a neighbour's ${method} ${path} was answered ${status}`);
  }
}

/** The 90th percentile. */
function maxOf(costs: readonly Cost[]): Cost {
  const ninth = (kind: keyof Cost): number =>
    costs.map((cost) => cost[kind]).sort((a, b) => a - b)[Math.floor(costs.length * 0.9)] ?? 0;
  return { ms: ninth('ms'), busyMs: ninth('busyMs') };
}
