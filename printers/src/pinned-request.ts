import {
  Agent,
  request as plainRequest,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { SourceError } from './source-error.js';

/** Where a request goes, whatever its name resolves to by now. */
export interface Pin {
  readonly address: string;
  /** Default: that of the URL. */
  readonly port?: number | undefined;
  readonly isPublic: boolean;
  /** False: a connection of its own. */
  readonly agents: PinnedAgents | false;
}

/** Keep connections for later requests to the same address. */
export interface PinnedAgents {
  readonly plain: Agent;
  readonly secure: TlsAgent;
  close(): void;
}

/** Options of a request that an agent gets, too. */
interface Pinned extends RequestOptions {
  readonly pinnedTo?: string;
}

/** A connection is only used again for the address that it was made to, whatever the name in the URL. */
export function pinnedAgents(options: AgentOptions): PinnedAgents {
  const plain = new Agent(options);
  const secure = new TlsAgent(options);
  for (const agent of [plain, secure]) {
    const nameOf = agent.getName.bind(agent);
    agent.getName = (target?: Pinned) => `${nameOf(target)}:${target?.pinnedTo ?? ''}`;
  }
  return {
    plain,
    secure,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

export interface RequestHead {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
}

const largestHead = 16 * 1024;
/** Informational responses (1xx) before the final one. */
const maxHints = 20;

/** A request that has not been sent yet. */
export function pinnedRequest(
  { address, port, isPublic, agents }: Pin,
  { url, method, headers }: RequestHead,
): ClientRequest {
  const name = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const secure = url.protocol === 'https:';
  return (secure ? tlsRequest : plainRequest)(url, {
    method,
    ...(port !== undefined && { port }),
    headers,
    agent: agents && (secure ? agents.secure : agents.plain),
    ...({ pinnedTo: address } satisfies Pinned),
    maxHeaderSize: largestHead,
    lookup: (_hostname, options, done) => {
      const family = isIPv6(address) ? 6 : 4;
      if (options.all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    },
    // There are no public certificates for private addresses. If the operator allows these, the network is trusted.
    ...(secure && { rejectUnauthorized: isPublic, servername: isIP(name) === 0 ? name : '' }),
  });
}

/** Sends the request and waits for the head of its response. */
export const sendRequest = (
  request: ClientRequest,
  body: Buffer | string | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let hints = 0;
    request.on('information', () => {
      hints += 1;
      if (hints > maxHints)
        request.destroy(new SourceError('badAnswer', 'the server sends too many informational responses'));
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new SourceError('badAnswer', 'the server wants to switch to another protocol'));
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
