import { Refusal } from '../../platform/errors.js';
import type { Reason } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';

/** An error of the HTTP layer itself, without a use case. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly statusCode: number,
    message: string,
    readonly reason?: Reason,
  ) {
    super(message);
  }
}

const statusOfKind: Record<Refusal['kind'], number> = {
  invalid: 400,
  forbidden: 403,
  missing: 404,
  unavailable: 503,
};

export interface ErrorBody {
  readonly code: number;
  readonly error: string;
  /** Only for our own app, not part of the public API. */
  readonly reason?: Reason | undefined;
}

/** The error as the caller sees it; undefined for internal errors, whose text stays private. */
export function visibleError(error: unknown): ErrorBody | undefined {
  if (!(error instanceof Refusal || error instanceof HttpError)) return undefined;
  const code = error instanceof Refusal ? statusOfKind[error.kind] : error.statusCode;
  return { code, error: shortenMessage(error.message), reason: error.reason };
}

/** Messages may quote input, so their length is limited. */
const maxMessageLength = 10_000;
export const shortenMessage = (message: string): string => shorten(message, maxMessageLength);
