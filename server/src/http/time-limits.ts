/** For clients that send nothing or send too slowly; the same on every port. */
export interface TimeLimits {
  /** For the TLS handshake, and then for the headers of a request. */
  readonly headersMs: number;
  /** For a complete request to arrive. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** For a client that reads nothing of its response. */
  readonly stalledMs: number;
}

export const timeLimits: TimeLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 75_000,
  stalledMs: 120_000,
};

/** The limits as options of a Node server. */
export const serverOptions = ({ headersMs, requestMs, idleMs }: TimeLimits) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: idleMs,
  // Node checks timeouts only at this interval.
  connectionsCheckingInterval: Math.min(1_000, headersMs),
});
