/** For those who connect and send nothing, or too slowly; the same on every port. */
export interface TimeLimits {
  /** For the TLS handshake, and then for the headers of a request. */
  readonly headersMs: number;
  /** For a whole request to arrive. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** For a caller to take something of its answer. */
  readonly stalledMs: number;
}

export const timeLimits: TimeLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 75_000,
  stalledMs: 120_000,
};

/** As servers of Node take them. */
export const serverOptions = ({ headersMs, requestMs, idleMs }: TimeLimits) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: idleMs,
  // Node looks only now and then whether somebody takes too long.
  connectionsCheckingInterval: Math.min(1_000, headersMs),
});
