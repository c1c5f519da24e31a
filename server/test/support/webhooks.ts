import { runWebhooks } from '../../src/jobs/webhooks/run-webhooks.js';
import { until } from './until.js';
import { startHttpPeer, type Answer, type HttpPeer } from './http-peer.js';
import { startWorld, type Member, type World } from './world.js';
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
  { api }: Pick<Member, 'api'>,
  url: string,
  fields: Record<string, unknown> = {},
): Promise<Json> {
  const answer = await api.post('/webhook_endpoints', { url, events: ['*'], ...fields });
  if (answer.status !== 200) throw new Error(`No endpoint: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface Delivering {
  /** Lets attempts that are under way end. */
  stop(): Promise<void>;
}

/** Delivers webhooks as a process that runs jobs does. */
export function startDelivering(instance: Parameters<typeof runWebhooks>[0]): Delivering {
  const stopping = new AbortController();
  const running = runWebhooks(instance, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

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
  { api }: Pick<Member, 'api'>,
  endpointId: string,
): Promise<readonly DeliveryJson[]> =>
  (await api.get(`/webhook_endpoints/${endpointId}/deliveries`)).body as DeliveryJson[];

/** The only delivery of an endpoint, once it is as expected. */
export async function deliveryThat(
  member: Pick<Member, 'api'>,
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
