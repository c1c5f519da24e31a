import { HttpError } from '../edge/http-error.js';

/** More than a model can read. Longer answers would also block other requests while they are parsed. */
export const maxJsonBytes = 1_048_576;
export const maxPdfBytes = 4 * maxJsonBytes;

/** The API's answer has more bytes than there may be. */
export class ApiResponseTooLongError extends Error {
  constructor(
    maxBytes: number,
    /** What the API did is decided before its answer is read. */
    readonly status: number,
  ) {
    super(`The answer is longer than ${maxBytes / 1_048_576} MiB`);
  }

  /** For the client, which is told what it can do. */
  refusal(advice: string): HttpError {
    return new HttpError(400, `${this.message}: ${advice}`);
  }
}
