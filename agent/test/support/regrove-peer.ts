import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

export interface PeerReading {
  readonly device: string;
  readonly total: number;
  readonly unit: string;
  readonly read_at: string;
  readonly name?: string;
  readonly model?: string;
}

/** What the next requests get instead of an answer. `swallow`: they are taken, and the connection breaks before the answer. */
export type Mode =
  | 'usual'
  | 'drop'
  | 'swallow'
  | { readonly status: number; readonly headers?: Record<string, string> };

/** The server's side of the protocol, as far as an agent can notice. */
export interface RegrovePeer {
  readonly url: string;
  /** Its certificate, as PEM. */
  readonly ca: string;
  readonly feedId: string;
  mode: Mode;
  /** A token that works once. */
  token(): string;
  revoke(): void;
  /** What was taken, each batch once, in order. */
  readonly taken: readonly (readonly PeerReading[])[];
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

export async function startRegrovePeer({ isPlain = false } = {}): Promise<RegrovePeer> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const feedId = `fd_${randomUUID()}`;
  const tokens = new Set<string>();
  const apiKeys = new Set<string>();
  const answers = new Map<string, { body: string; answer: string }>();
  const taken: PeerReading[][] = [];
  const keys: string[] = [];
  const reports: RegrovePeer['reports'][number][] = [];
  const requests: RegrovePeer['requests'][number][] = [];
  const peer = { mode: 'usual' as Mode };

  const reply = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, message: string): void =>
    reply(response, status, { error: { message } });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const { authorization } = request.headers;
    requests.push({ path, authorization, userAgent: request.headers['user-agent'] });
    const { mode } = peer;
    if (mode === 'drop') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (typeof mode === 'object') {
      response.writeHead(mode.status, mode.headers).end('{}');
      return;
    }
    if (path === '/v1/agents/enrol') {
      const { token } = JSON.parse(text) as { token: string };
      if (!tokens.delete(token)) return refuse(response, 401, 'This token cannot be used');
      const key = `rk_${randomUUID()}`;
      apiKeys.add(key);
      return reply(response, 200, { id: `ag_${randomUUID()}`, account_id: 'ac_1', feed_id: feedId, key });
    }
    const key = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
      .toString()
      .replace(/:$/, '');
    if (!apiKeys.has(key)) return refuse(response, 401, 'The key is not valid');
    if (path === `/v1/feeds/${feedId}/agents/report`) {
      reports.push(JSON.parse(text) as RegrovePeer['reports'][number]);
      return reply(response, 200, { object: 'agent' });
    }
    if (path !== `/v1/feeds/${feedId}/readings`) return refuse(response, 403, 'The key may not do this');
    const idempotencyKey = String(request.headers['idempotency-key']);
    keys.push(idempotencyKey);
    const known = answers.get(idempotencyKey);
    if (known && known.body !== text) return refuse(response, 400, 'The key was used for another request');
    const { readings } = JSON.parse(text) as { readings: PeerReading[] };
    if (readings.some(({ total }) => total < 0)) return refuse(response, 400, 'total must be at least 0');
    if (!known) {
      taken.push(readings);
      answers.set(idempotencyKey, { body: text, answer: JSON.stringify({ devices: readings.length }) });
    }
    if (mode === 'swallow') return void request.socket.destroy();
    reply(response, 200, { devices: readings.length });
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
    keys,
    reports,
    requests,
    token() {
      const token = `ra_${randomUUID()}`;
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
