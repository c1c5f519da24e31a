import type { TroubleReason } from './trouble-reasons.js';

interface TroubleOptions extends ErrorOptions {
  /** The host it concerns, as it was entered. */
  readonly host?: string;
}

/** A source cannot be read, for a known reason. The message is for the operator. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly host: string | undefined;

  constructor(
    readonly reason: TroubleReason,
    message: string,
    options: TroubleOptions = {},
  ) {
    super(message, options);
    this.host = options.host;
  }
}

/** A response with a status other than 2xx. */
export class HttpStatusError extends SourceError {
  constructor(readonly status: number) {
    super(status === 401 || status === 403 ? 'login' : 'badAnswer', `the server answered ${String(status)}`);
  }
}

const reasonsOfErrors: readonly (readonly [TroubleReason, RegExp])[] = [
  ['unknownHost', /^(ENOTFOUND|ENODATA)$/],
  [
    'noAnswer',
    /^(AbortError|TimeoutError|RequestTimedOutError|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/,
  ],
  // Errors of DNS servers.
  ['noAnswer', /^(EAI_AGAIN|ESERVFAIL|EREFUSED|ETIMEOUT|ECANCELLED)$/],
  ['certificate', /CERT|HOSTNAME_MISMATCH|UNABLE_TO_VERIFY/],
  ['badAnswer', /^(HPE_|ERR_SSL_|EPROTO$)/],
  ['badAnswer', /^(ResponseInvalidError|RequestFailedError)$/],
];

export function reasonOf(error: unknown): TroubleReason {
  if (error instanceof SourceError) return error.reason;
  if (!(error instanceof Error)) return 'other';
  const names = [error.name, 'code' in error ? String(error.code) : ''];
  return reasonsOfErrors.find(([, form]) => names.some((name) => form.test(name)))?.[0] ?? 'other';
}

/** The same error with a host, unless it already has one. */
export function withHost(host: string, error: unknown): SourceError {
  if (error instanceof SourceError && error.host !== undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SourceError(reasonOf(error), message, { cause: error, host });
}
