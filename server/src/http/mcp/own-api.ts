import type { IncomingMessage, ServerResponse } from 'node:http';
import inject from 'light-my-request';
import type { Entrance } from '../edge/authentication.js';
import { passOnFor } from '../edge/passed-on.js';
import type { Exchange } from './exchange.js';
import { tooLong } from './result-limits.js';

export type Routing = (message: IncomingMessage, response: ServerResponse) => void;

/** The request by MCP that others are made for. */
export interface AskedBy {
  readonly entrance: Entrance;
  readonly ip: string;
  readonly host: string;
  readonly acceptLanguage: string | undefined;
  readonly userAgent: string;
}

/**
 * Passes requests to the routes of this process as if they had arrived here, so that every check applies. The caller is known and
 * counted already. The key is not passed on.
 */
export const ownApi =
  (routing: Routing, { entrance, ip, host, acceptLanguage, userAgent }: AskedBy): Exchange =>
  async ({ method, path, headers, body }, maxBytes) => {
    const answer = await inject(
      (message, response) => {
        // The request by MCP came by HTTPS, or it would have been refused.
        Object.assign(message.socket, { encrypted: true });
        passOnFor(entrance, message);
        routing(message, response);
      },
      {
        method,
        url: path,
        headers: {
          host,
          'user-agent': userAgent,
          accept: 'application/json',
          ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
        remoteAddress: ip,
        payloadAsStream: true,
      },
    );
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of answer.stream() as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > maxBytes) {
        // Ends the work for it, too.
        answer.raw.res.destroy();
        throw tooLong(maxBytes);
      }
      parts.push(part);
    }
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
  };
