import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { generate } from 'selfsigned';

export interface PeerReading {
  readonly device: string;
  readonly total: number;
  readonly unit: string;
  readonly read_at: string;
  readonly name?: string;
  readonly model?: string;
  readonly origin?: object;
}

/** What the next requests get instead of an answer. `hang`: nothing at all. `swallow`: they are taken, and the connection breaks before the answer. */
export type Mode =
  | 'usual'
  | 'drop'
  | 'hang'
  | 'swallow'
  | { readonly status: number; readonly headers?: Record<string, string> };

/** The server's side of the protocol, as far as an agent can notice. */
export interface RegrovePeer {
  readonly url: string;
  /** Its certificate, as PEM. */
  readonly ca: string;
  readonly feedId: string;
  mode: Mode;
  /** Whether the feed, or its account, is. */
  isInactive: boolean;
  /** Its time. */
  now: () => Date;
  /** How many requests for readings are answered before the answer to one is lost, and all after it are dropped. */
  swallowAfter: number;
  /** A token that works once. */
  token(): string;
  revoke(): void;
  /** What was taken, each batch once, in order. */
  readonly taken: readonly (readonly PeerReading[])[];
  /** What was called for each of these. */
  readonly addresses: readonly (readonly string[] | undefined)[];
  /** Keys of requests for readings, also of repeated ones. */
  readonly keys: readonly string[];
  readonly reports: readonly {
    version: string;
    devices: number;
    trouble: { address: string; reason: string }[];
  }[];
  readonly requests: readonly {
    path: string;
    authorization: string | undefined;
    userAgent: string | undefined;
  }[];
  stop(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export async function startRegrovePeer({ isPlain = false } = {}): Promise<RegrovePeer> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const feedId = 'fd_1';
  let made = 0;
  const tokens = new Set<string>();
  const apiKeys = new Set<string>();
  /** Of what was taken, by its key. */
  const bodies = new Map<string, string>();
  const taken: PeerReading[][] = [];
  const addresses: (readonly string[] | undefined)[] = [];
  const keys: string[] = [];
  const reports: RegrovePeer['reports'][number][] = [];
  const requests: RegrovePeer['requests'][number][] = [];
  const peer = { mode: 'usual' as Mode, isInactive: false, swallowAfter: Infinity, now: () => new Date() };

  const refusal = (status: number, message: string): Reply => ({
    status,
    body: { code: status, error: message },
  });
  const enrolled = (text: string): Reply => {
    const { token } = JSON.parse(text) as { token: string };
    if (!tokens.delete(token)) return refusal(401, 'This token cannot be used');
    const key = `rk_secret_${++made}`;
    apiKeys.add(key);
    return { status: 200, body: { id: `ag_${made}`, account_id: 'ac_1', feed_id: feedId, key } };
  };
  const accepted = (text: string, idempotencyKey: string): Reply => {
    keys.push(idempotencyKey);
    const known = bodies.get(idempotencyKey);
    if (known !== undefined && known !== text) return refusal(400, 'The key was used for another request');
    const { readings, addresses: called } = JSON.parse(text) as {
      readings: PeerReading[];
      addresses?: string[];
    };
    if (readings.length > 10_000) return refusal(413, 'There are more than 10,000 readings');
    if (peer.isInactive) return refusal(400, 'The feed is inactive and cannot take readings');
    const bad = readings.findIndex(({ total }) => total < 0);
    if (bad !== -1) return refusal(400, `readings[${bad}].total must be an integer, at least 0`);
    const latest = peer.now().getTime() + 300_000;
    if (readings.some(({ read_at }) => new Date(read_at).getTime() > latest))
      return refusal(400, 'readings[0].read_at is in the future');
    if (known === undefined) {
      taken.push(readings);
      addresses.push(called);
    }
    bodies.set(idempotencyKey, text);
    return { status: 200, body: { devices: readings.length } };
  };
  const replyTo = ({ url: path = '', headers }: IncomingMessage, text: string): Reply => {
    if (path === '/v1/agents/enrol') return enrolled(text);
    const [, encoded = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
    if (!apiKeys.has(Buffer.from(encoded, 'base64').toString().replace(/:$/, '')))
      return refusal(401, 'The key is not valid');
    if (path === `/v1/feeds/${feedId}/readings`) return accepted(text, String(headers['idempotency-key']));
    if (path !== `/v1/feeds/${feedId}/agents/report`) return refusal(403, 'The key may not do this');
    reports.push(JSON.parse(text) as RegrovePeer['reports'][number]);
    return { status: 200, body: { id: 'ag_1', feed_status: peer.isInactive ? 'inactive' : 'active' } };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization, 'user-agent': userAgent } = request.headers;
    requests.push({ path: request.url ?? '', authorization, userAgent });
    const isOfReadings = request.url?.endsWith('/readings') === true;
    if (isOfReadings) peer.swallowAfter -= 1;
    const isOver = isOfReadings && peer.swallowAfter <= 0;
    const mode = isOver ? (peer.swallowAfter === 0 ? 'swallow' : 'drop') : peer.mode;
    if (mode === 'drop') {
      request.socket.destroy();
      return;
    }
    const text = await readText(request);
    if (mode === 'hang') return;
    if (typeof mode === 'object') {
      response.writeHead(mode.status, mode.headers).end('{}');
      return;
    }
    const { status, body } = replyTo(request, text);
    if (mode === 'swallow') request.socket.destroy();
    else
      response
        .writeHead(status, { 'content-type': 'application/json', date: peer.now().toUTCString() })
        .end(JSON.stringify(body));
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void handle(request, response).catch(() => request.socket.destroy());
  const server: Server = isPlain
    ? createPlainServer(listener)
    : createServer({ cert: certificate.cert, key: certificate.private }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(peer, {
    url: `${isPlain ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`,
    ca: certificate.cert,
    feedId,
    taken,
    addresses,
    keys,
    reports,
    requests,
    token() {
      const token = `ra_${++made}`;
      tokens.add(token);
      return token;
    },
    revoke: () => apiKeys.clear(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
