import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { visibleError } from '../edge/http-error.js';
import type { ApiAnswer } from './api-request.js';

/** The answer of the API, for programs and as text. Text has all digits of numbers, as the API writes them. */
export function toolResult(answer: ApiAnswer): CallToolResult {
  if (answer.status >= 400) return failedToolResult(refusalIn(answer));
  const text = answer.body.toString();
  const value = JSON.parse(text) as Record<string, unknown> | unknown[];
  if (!Array.isArray(value)) return { content: [{ type: 'text', text }], structuredContent: value };
  const next = nextCursor(answer);
  const rest = next === undefined ? '' : `,"next_cursor":${JSON.stringify(next)}`;
  return {
    content: [{ type: 'text', text: `{"items":${text}${rest}}` }],
    structuredContent: { items: value, ...(next !== undefined && { next_cursor: next }) },
  };
}

/** What a client is told of a refusal; undefined for internal errors. */
export function errorResult(error: unknown): CallToolResult | undefined {
  const visible = visibleError(error);
  return visible && failedToolResult({ code: visible.code, error: visible.error });
}

export interface Refused {
  /** The HTTP status. */
  readonly code: number;
  readonly error: string;
}

/** Only as text: clients compare structured content with the schema of the result. */
export const failedToolResult = (refused: Refused): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(refused) }],
});

/** The error of an answer, in the words of the API, with what else it says, such as which lines of a file are wrong. */
export function refusalIn({ status, headers, body }: ApiAnswer): Refused {
  const { code: _, error, ...details } = parsed(body.toString());
  const id = headers['x-request-id'];
  return {
    ...details,
    code: status,
    error: typeof error === 'string' ? error : `The server answers ${status}`,
    ...(status >= 500 && typeof id === 'string' && { request_id: id }),
  };
}

/** A page or a proxy answers in another form. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The address of the next page is for HTTP; its cursor is all that a client needs. */
export function nextCursor({ headers }: ApiAnswer): string | undefined {
  const { link } = headers;
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(typeof link === 'string' ? link : '') ?? [];
  return address === undefined ? undefined : (new URL(address).searchParams.get('cursor') ?? undefined);
}
