import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { changeChannel, type EndpointChange } from '../../features/webhooks/endpoint-change-store.js';
import {
  listWaitingEndpoints,
  type EndpointReference,
} from '../../features/webhooks/pending-delivery-store.js';
import type { Context } from '../../database/context.js';
import type { Pool } from '../../database/database.js';
import type { Instrumentation } from '../../database/instrumentation.js';
import { idOfSchema } from '../../database/sandbox-schema-name.js';
import { Budget } from './budget.js';
import { Deliverer } from './deliverer.js';
import { openEndpointTransport } from './endpoint-transport.js';
import { SandboxDeliverers } from './sandbox-deliverers.js';

export type Client = Parameters<Parameters<Pool['withClient']>[0]>[0];

/** Between two looks for new events. */
const idleMs = 200;
/** Results of this time are stored together. */
const gatherMs = 20;
const retryMs = 500;
const sandboxMs = 1_000;
/** In case an announced change was missed. */
const rescanMs = 60_000;
/** For attempts that are under way when the process stops. The next one repeats those that take longer. */
const graceMs = 5_000;

interface Leading {
  readonly context: Context;
  readonly instrumentation: Instrumentation | undefined;
  /** Holds the lock, and tells about changes. */
  readonly client: Client;
  readonly stopping: AbortSignal;
  /** Another process may lead by now. */
  readonly lost: AbortSignal;
}

/** Delivers everything until told to stop, or until the lead is lost. */
export async function deliverAsLeader({
  context,
  instrumentation,
  client,
  stopping,
  lost,
}: Leading): Promise<void> {
  const over = AbortSignal.any([stopping, lost]);
  const givenUp = new AbortController();
  const giveUp = (): void => {
    givenUp.abort();
  };
  lost.addEventListener('abort', giveUp);
  const wakes = new EventEmitter();
  const transport = openEndpointTransport(context.webhookNetwork);
  const shared = {
    budget: new Budget(),
    transport,
    lost: givenUp.signal,
    onAttempt: ({ error }: { error: string | null }) =>
      instrumentation?.webhook(error === null ? 'succeeded' : error),
    onResult: () => void wakes.emit('wake'),
  };
  const live = new Deliverer(context, { ...shared, budgetKeyOf: (root) => ({ root, isSandbox: false }) });
  const sandboxes = new SandboxDeliverers(context, shared);
  const onNotification = ({ payload }: { payload?: string | undefined }): void => {
    const change = parseChange(payload);
    if (!change) return;
    const { schema, ...key } = change;
    if (schema === null) live.reloadEndpoint(key as EndpointReference);
    else sandboxes.reloadEndpoint(idOfSchema(schema), key as EndpointReference);
    wakes.emit('wake');
  };
  client.on('notification', onNotification);
  try {
    await client.query(`listen ${changeChannel}`);
    await Promise.all([
      repeat(context, over, () => deliverLive(live, context, wakes, over)),
      repeat(context, over, () => visitSandboxes(sandboxes, over)),
    ]);
    if (!lost.aborted) await finish(context, [live, ...sandboxes.all]);
  } finally {
    giveUp();
    lost.removeEventListener('abort', giveUp);
    client.off('notification', onNotification);
    transport.close();
  }
}

/** Undefined if somebody else has used the channel. */
function parseChange(payload: string | undefined): EndpointChange | undefined {
  try {
    return JSON.parse(payload ?? '') as EndpointChange;
  } catch {
    return undefined;
  }
}

/** After an error, most likely of the database, it begins again. */
async function repeat(context: Context, over: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    try {
      await work();
    } catch (error) {
      context.log.error({ err: error }, 'webhooks could not be sent; trying again');
      await pause(retryMs, undefined, { signal: over }).catch(() => undefined);
    }
  }
}

async function deliverLive(
  live: Deliverer,
  { db }: Context,
  wakes: EventEmitter,
  over: AbortSignal,
): Promise<void> {
  let scannedAt = -Infinity;
  while (!over.aborted) {
    if (performance.now() - scannedAt > rescanMs) {
      scannedAt = performance.now();
      live.addWaiting(await listWaitingEndpoints(db));
    }
    const isMore = await live.step();
    await pause(gatherMs, undefined, { signal: over }).catch(() => undefined);
    if (!isMore) await idle(wakes, over);
  }
}

/** Until something has to be stored, an endpoint has changed, or it is time to look again. */
async function idle(wakes: EventEmitter, over: AbortSignal): Promise<void> {
  const awake = new AbortController();
  const signal = AbortSignal.any([over, awake.signal]);
  await Promise.race([
    once(wakes, 'wake', { signal }).catch(() => undefined),
    pause(idleMs, undefined, { signal }).catch(() => undefined),
  ]);
  awake.abort();
}

async function visitSandboxes(sandboxes: SandboxDeliverers, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sandboxes.visit(over);
    await pause(sandboxMs, undefined, { signal: over }).catch(() => undefined);
  }
}

async function finish({ log }: Context, deliverers: readonly Deliverer[]): Promise<void> {
  for (const deliverer of deliverers) deliverer.stop();
  const end = performance.now() + graceMs;
  while (deliverers.some(({ isSending }) => isSending) && performance.now() < end) await pause(gatherMs);
  for (const deliverer of deliverers)
    await deliverer.storeRest().catch((error: unknown) => {
      log.warn({ err: error }, 'results of webhooks could not be stored; they are sent again');
    });
}
