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
    received.push({ headers, body, event: JSON.parse(body) as Json });
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
  return answer.body as Json;
}
