/** What every error of this client is an instance of, save those of an abort, which are the caller's own. */
export class RegroveError extends Error {
  static {
    this.prototype.name = 'RegroveError';
  }
}

/** What an answer that is no success says about itself. */
export interface ErrorDetails {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly body?: unknown;
}

/** The server answered, and refused. `message` is what it said. */
export class ApiError extends RegroveError {
  /** The HTTP status. */
  readonly status: number;
  /** What the server calls this request in its logs, if it says so. */
  readonly requestId: string | undefined;
  /** After how many seconds to try again, if the server says so. */
  readonly retryAfter: number | undefined;
  /** The whole answer, where it was JSON. */
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

/** 400: something in the request is missing, malformed, in conflict or against a rule. */
export class BadRequestError extends ApiError {
  static {
    this.prototype.name = 'BadRequestError';
  }
}

/** 401: the key is not a valid one. */
export class UnauthorizedError extends ApiError {
  static {
    this.prototype.name = 'UnauthorizedError';
  }
}

/** 403: the key may not do this, or the User-Agent does not say who is calling. */
export class ForbiddenError extends ApiError {
  static {
    this.prototype.name = 'ForbiddenError';
  }
}

/** 404: it does not exist, or not within the reach of the key. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** 429: too many requests, also after the retries, or for longer than the client is willing to wait. */
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

/** There was no answer: the network failed. `cause` has the reason. Whether the server did the work is not known. */
export class ConnectionError extends RegroveError {
  static {
    this.prototype.name = 'ConnectionError';
  }
}

/** There was no answer in time. */
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

/** The error of a status, of the class made for it. */
export function apiError(message: string, details: ErrorDetails): ApiError {
  const fallback = details.status >= 500 ? ServerError : ApiError;
  return new (classes[details.status] ?? fallback)(message, details);
}
