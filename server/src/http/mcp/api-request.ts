import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Method } from '../route.js';

/** What is asked of the API, or of a page next to it, for a client that speaks MCP. */
export interface ApiRequest {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders | OutgoingHttpHeaders>;
  readonly body: Buffer;
}

/** Sends a request with the caller's key. An answer that is longer than `maxBytes` is an `ApiResponseTooLongError`. */
export type SendApiRequest = (request: ApiRequest, maxBytes: number) => Promise<ApiAnswer>;
