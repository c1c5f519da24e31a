import { Refusal } from '../../platform/errors.js';
import type { Reason } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';

/** An answer that the edge itself gives, where no use case is involved. */
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
  /** For our own app alone: the API promises the two above, and nothing else. */
  readonly reason?: Reason | undefined;
}

/** How an error looks to the caller; undefined when it is ours and its text is nobody else's business. */
export function visibleError(error: unknown): ErrorBody | undefined {
  if (!(error instanceof Refusal || error instanceof HttpError)) return undefined;
  const code = error instanceof Refusal ? statusOfKind[error.kind] : error.statusCode;
  return { code, error: inShort(error.message), reason: error.reason };
}

/** Messages quote what they refuse in part; whatever they quote, an answer is never long. */
const maxMessageLength = 10_000;
export const inShort = (message: string): string => shorten(message, maxMessageLength);
