import { HttpError } from '../edge/status.js';

/** More than a model can read. Longer answers would also block other requests while they are parsed. */
export const maxJsonBytes = 1_048_576;
export const maxPdfBytes = 4 * maxJsonBytes;

export const tooLong = (maxBytes: number): HttpError =>
  new HttpError(
    400,
    `The answer is longer than ${maxBytes / 1_048_576} MiB: ask for less, for example with a limit`,
  );
