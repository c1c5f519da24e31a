import { afterAll, afterEach, beforeAll } from 'vitest';
import { runWebhooks } from '../../src/jobs/webhooks/run-webhooks.js';
import { until } from './until.js';
import { startHttpPeer, type Answer, type HttpPeer } from './http-peer.js';
import { startWorld, type TestAccount, type World } from './world.js';
import type { Json } from './api-client.js';

/** A request that a receiver got. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly event: Json;
}

export interface Receiver extends HttpPeer {
  readonly received: Received[];
}

const accept: Answer = (_, response) => void response.writeHead(204).end();

/** A receiver of webhooks on the loopback interface. */
export async function startReceiver(
  answer: Answer = accept,
  options: { tls?: boolean } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const peer = await startHttpPeer((request, response, body) => {
    const headers = request.headers as Record<string, string>;
    received.push({ headers, body, event: JSON.parse(body) });
    answer(request, response, body);
  }, options);
  return { ...peer, received };
}

/** A world in which receivers on the loopback interface are allowed. */
export const startWebhookWorld = (env: Record<string, string> = {}): Promise<World> =>
  startWorld({ REGROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8', ...env });

/** A new endpoint of the account, as it was answered. */
export async function endpointAt(
  { api }: Pick<TestAccount, 'api'>,
  url: string,
  fields: Record<string, unknown> = {},
): Promise<Json> {
  const answer = await api.post('/webhook_endpoints', { url, events: ['*'], ...fields });
  if (answer.status !== 200) throw new Error(`No endpoint: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface WebhookDeliverer {
  /** Lets attempts that are under way end. */
  stop(): Promise<void>;
}

/** Delivers webhooks as a process that runs jobs does. */
export function startWebhookDeliverer(instance: Parameters<typeof runWebhooks>[0]): WebhookDeliverer {
  const stopping = new AbortController();
  const running = runWebhooks(instance, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A world whose events are delivered, for the tests of a file. */
export function useWebhookDeliverer() {
  let started: { readonly world: World; readonly delivering: WebhookDeliverer } | undefined;
  const world = (): World => {
    if (!started) throw new Error('The world has not been started');
    return started.world;
  };
  beforeAll(async () => {
    const made = await startWebhookWorld();
    started = { world: made, delivering: startWebhookDeliverer(made.server.running.instance) };
  });
  afterEach(() => {
    world().server.setNow(undefined);
  });
  afterAll(async () => {
    await started?.delivering.stop();
    await started?.world.stop();
  });
  return {
    world,
    member: (): Promise<TestAccount> => world().newAccount('distributor'),
    /** Moves the clock forward. */
    later: (ms: number): void => {
      const { server } = world();
      server.setNow(new Date(server.now().getTime() + ms));
    },
  };
}

/** Makes an event; returns the id of its deposit. */
export const deposit = async ({ api }: Pick<TestAccount, 'api'>, pages = 5): Promise<string> =>
  (await api.post('/deposits', { pages })).body.id as string;

export interface DeliveryJson {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: readonly Json[];
  readonly next_attempt_at: string | null;
}

/** Newest first. */
export const deliveriesOf = async (
  { api }: Pick<TestAccount, 'api'>,
  endpointId: string,
): Promise<readonly DeliveryJson[]> =>
  (await api.get(`/webhook_endpoints/${endpointId}/deliveries`)).body as DeliveryJson[];

/** The only delivery of an endpoint, once it is as expected. */
export async function deliveryThat(
  member: Pick<TestAccount, 'api'>,
  endpointId: string,
  what: string,
  isSo: (delivery: DeliveryJson) => boolean,
): Promise<DeliveryJson> {
  const [delivery] = await until(
    what,
    () => deliveriesOf(member, endpointId),
    ([first]) => first !== undefined && isSo(first),
    60_000,
  );
  return delivery as DeliveryJson;
}
