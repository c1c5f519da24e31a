import { contextIn } from '../../features/sandboxes/open-sandbox.js';
import { listAllSandboxes, type Sandbox } from '../../features/sandboxes/sandbox-store.js';
import {
  listWaitingEndpoints,
  type EndpointReference,
} from '../../features/webhooks/pending-delivery-store.js';
import type { Context } from '../../database/context.js';
import { Deliverer } from './deliverer.js';
import type { DelivererOptions } from './deliverer-options.js';
import { sandboxesWithEndpoints } from './sandbox-endpoint-store.js';

/** How often sandboxes are looked for. */
const lookMs = 3_000;
/** In one round, of which there is one a second. */
const maxVisits = 100;

/** Delivers the events of sandboxes, each in turn, so that live ones do not wait for them. */
export class SandboxDeliverers {
  readonly #live: Context;
  readonly #options: Omit<DelivererOptions, 'budgetKeyOf'>;
  readonly #deliverers = new Map<string, Deliverer>();
  #sandboxes: readonly Sandbox[] = [];
  #lookedAt = -Infinity;
  /** Where the last round has ended. */
  #next = 0;

  constructor(live: Context, options: Omit<DelivererOptions, 'budgetKeyOf'>) {
    this.#live = live;
    this.#options = options;
  }

  get all(): readonly Deliverer[] {
    return [...this.#deliverers.values()];
  }

  reloadEndpoint(sandboxId: string, key: EndpointReference): void {
    this.#deliverers.get(sandboxId)?.reloadEndpoint(key);
  }

  /** One visit to each, or to as many as fit into a round. */
  async visit(over: AbortSignal): Promise<void> {
    await this.#look();
    const count = Math.min(maxVisits, this.#sandboxes.length);
    for (let visit = 0; visit < count && !over.aborted; visit++) {
      const sandbox = this.#sandboxes[this.#next++ % this.#sandboxes.length] as Sandbox;
      await this.#step(sandbox).catch((error: unknown) => {
        // It may have been deleted meanwhile. Otherwise it is visited again.
        this.#forget(sandbox.id);
        this.#live.log.warn({ err: error, sandbox: sandbox.id }, 'webhooks of a sandbox could not be sent');
      });
    }
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < lookMs) return;
    this.#lookedAt = performance.now();
    const { db, clock } = this.#live;
    const usable = (await listAllSandboxes(db)).filter(({ expiresAt }) => expiresAt > clock());
    const kept = await sandboxesWithEndpoints(
      db,
      usable.map(({ id }) => id),
    );
    this.#sandboxes = usable.filter(({ id }) => kept.has(id));
    for (const id of this.#deliverers.keys()) if (!kept.has(id)) this.#forget(id);
  }

  #forget(id: string): void {
    this.#deliverers.get(id)?.stop();
    this.#deliverers.delete(id);
  }

  async #step(sandbox: Sandbox): Promise<void> {
    const live = this.#live;
    const context = await contextIn(live, sandbox, live.sandboxes.openForJobs(sandbox.id));
    const known = this.#deliverers.get(sandbox.id);
    const deliverer = known ?? this.#make(context, sandbox);
    if (!known) deliverer.addWaiting(await listWaitingEndpoints(context.db));
    deliverer.use(context);
    await deliverer.step();
  }

  #make(context: Context, { id, ownerId }: Sandbox): Deliverer {
    const share = { root: `sandboxes of ${ownerId ?? 'the operator'}`, isSandbox: true };
    const deliverer = new Deliverer(context, { ...this.#options, budgetKeyOf: () => share });
    this.#deliverers.set(id, deliverer);
    return deliverer;
  }
}
