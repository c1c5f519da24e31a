import { Refusal } from '../../platform/errors.js';
import { shorten } from '../../platform/shorten.js';

/** An answer that the edge itself gives, where no use case is involved. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly statusCode: number,
    message: string,
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
}

/** How an error looks to the caller; undefined when it is ours and its text is nobody else's business. */
export function visibleError(error: unknown): ErrorBody | undefined {
  if (error instanceof Refusal) return { code: statusOfKind[error.kind], error: inShort(error.message) };
  if (error instanceof HttpError) return { code: error.statusCode, error: inShort(error.message) };
  return undefined;
}

/** Messages quote what they refuse in part; whatever they quote, an answer is never long. */
const maxMessageLength = 10_000;
export const inShort = (message: string): string => shorten(message, maxMessageLength);
