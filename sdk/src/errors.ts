/** The base class of all errors of this client, except those of an abort, which are the caller's own. */
export class RegroveError extends Error {
  static {
    this.prototype.name = 'RegroveError';
  }
}

/** The details of an unsuccessful response. */
export interface ErrorDetails {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly body?: unknown;
}

/** The server refused the request. `message` is the server's message. */
export class ApiError extends RegroveError {
  /** The HTTP status. */
  readonly status: number;
  /** The id of this request in the server's logs, if the server sent it. */
  readonly requestId: string | undefined;
  /** The number of seconds to wait before retrying, if the server sent it. */
  readonly retryAfter: number | undefined;
  /** The whole response body, if it was JSON. */
  readonly body: unknown;

  constructor(message: string, { status, requestId, retryAfter, body }: ErrorDetails) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }

  static {
    this.prototype.name = 'ApiError';
  }
}

/** 400: something in the request is missing, malformed, conflicting or against a rule. */
export class BadRequestError extends ApiError {
  static {
    this.prototype.name = 'BadRequestError';
  }
}

/** 401: the key is not valid. */
export class UnauthorizedError extends ApiError {
  static {
    this.prototype.name = 'UnauthorizedError';
  }
}

/** 403: the key does not allow this, or the User-Agent does not identify the caller. */
export class ForbiddenError extends ApiError {
  static {
    this.prototype.name = 'ForbiddenError';
  }
}

/** 404: it does not exist, or the key has no access to it. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** 429: too many requests, even after the retries, or the required wait is longer than the client allows. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError';
  }
}

/** 5xx: the server failed. */
export class ServerError extends ApiError {
  static {
    this.prototype.name = 'ServerError';
  }
}

/** There was no response: the network failed. `cause` has the reason. The server may have executed the request. */
export class ConnectionError extends RegroveError {
  static {
    this.prototype.name = 'ConnectionError';
  }
}

/** There was no response in time. */
export class TimeoutError extends ConnectionError {
  static {
    this.prototype.name = 'TimeoutError';
  }
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  429: RateLimitError,
};

/** Creates the error of the class for its status. */
export function apiError(message: string, details: ErrorDetails): ApiError {
  const fallback = details.status >= 500 ? ServerError : ApiError;
  return new (classes[details.status] ?? fallback)(message, details);
}
