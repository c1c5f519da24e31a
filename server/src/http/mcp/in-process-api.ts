import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import { markInternalRequest } from '../edge/internal-request.js';
import type { SendApiRequest } from './api-request.js';
import { ApiResponseTooLongError } from './result-limits.js';

export type RequestHandler = (message: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes requests to the routes of this process as if they had arrived here, so that every check applies. `asking` is the request by
 * MCP that they are made for: its caller is known, counted and admitted already. The key is not passed on.
 */
export const inProcessApi =
  (routing: RequestHandler, asking: FastifyRequest, userAgent: string): SendApiRequest =>
  async ({ method, path, headers, body }, maxBytes) => {
    const acceptLanguage = asking.headers['accept-language'];
    const answer = await inject(
      (message, response) => {
        // The request by MCP came by HTTPS, or it would have been refused.
        Object.assign(message.socket, { encrypted: true });
        markInternalRequest(asking, message);
        routing(message, response);
      },
      {
        method,
        url: path,
        headers: {
          host: asking.host,
          'user-agent': userAgent,
          accept: 'application/json',
          ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
        remoteAddress: asking.ip,
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
        throw new ApiResponseTooLongError(maxBytes, answer.statusCode);
      }
      parts.push(part);
    }
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
  };
