import Fastify, { type FastifyInstance } from 'fastify';
import { maxHeaderSize } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Context } from '../database/context.js';
import { createKeyUseRecorder } from '../features/keys/record-key-use.js';
import type { Limits } from '../platform/limits/limits.js';
import { mountDashboard } from './dashboard/mount-dashboard.js';
import { mountApi } from './edge/api.js';
import type { AccountQuotas } from './edge/account-quotas.js';
import { escapeInvalidPath } from './edge/escape-invalid-path.js';
import { replyWithErrors, sendError, type MissingPage } from './edge/error-reply.js';
import { mountEnrolment } from './edge/mount-enrolment.js';
import { redirectToHttps } from './edge/plain-http.js';
import { refuseUnreadableQueries } from './edge/query-text.js';
import { createFailureLimit, createRequestLimit, type RequestRates } from './edge/rate-limits.js';
import { requestIds } from './edge/request-id.js';
import {
  httpOptions,
  refuseConnection,
  requireHost,
  type RefusedConnection,
} from './edge/refuse-connection.js';
import { addSandboxNoIndex, stripSandboxPrefix } from './edge/sandbox-path.js';
import { addSecurityHeaders } from './edge/security-headers.js';
import { warnOfUntrustedProxies } from './edge/untrusted-proxy.js';
import { mountMcp } from './mcp/mount-mcp.js';
import { serveOpenApi } from './openapi/serve-openapi.js';
import { routes } from './routes/index.js';
import { serverOptions, type TimeLimits } from './time-limits.js';

export interface AppOptions {
  readonly context: Context;
  readonly tls: { readonly cert: string; readonly key: string };
  readonly baseUrl: () => string;
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  readonly timeLimits: TimeLimits;
  readonly rates: RequestRates;
  readonly quotas: AccountQuotas;
  /** Adds hooks that observe requests, for example for metrics. */
  readonly watchRequests: (app: FastifyInstance) => void;
  /** Called for responses to connections that sent no valid request. */
  readonly onRefusedConnection: (refused: RefusedConnection) => void;
  readonly missingPage: MissingPage;
  /** Mounts the pages for people, next to the API. */
  readonly pages: (app: FastifyInstance) => void;
}

export type App = FastifyInstance<HttpsServer>;

const bodyLimit = 1_048_576;

/** The HTTPS application. A plain HTTP listener may also pass requests to it; hooks decide what those may do. */
export async function buildApp({
  context,
  tls,
  baseUrl,
  trustedProxies,
  limits,
  timeLimits,
  rates,
  quotas,
  watchRequests,
  onRefusedConnection,
  missingPage,
  pages,
}: AppOptions): Promise<App> {
  const { log } = context;
  const app = Fastify({
    https: {
      cert: tls.cert,
      key: tls.key,
      ...httpOptions,
      ...serverOptions(timeLimits),
      handshakeTimeout: timeLimits.headersMs,
    },
    bodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // An overlong id is handled like any other id that is not a UUID. Node limits the total size of the headers.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: maxHeaderSize },
    rewriteUrl: (message) => stripSandboxPrefix(message, escapeInvalidPath(message.url ?? '/')),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: timeLimits.requestMs,
    keepAliveTimeout: timeLimits.idleMs,
    connectionTimeout: timeLimits.stalledMs,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply, log);
    },
    clientErrorHandler: (error, socket) => {
      refuseConnection(error, socket, onRefusedConnection);
    },
    genReqId: requestIds(trustedProxies),
  });
  // Callers quote this id when they report an error; the log has it for failed requests.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  addSecurityHeaders(app);
  addSandboxNoIndex(app);
  watchRequests(app);
  replyWithErrors(app, log, missingPage);
  warnOfUntrustedProxies(app, trustedProxies, context);
  requireHost(app);
  redirectToHttps(app, baseUrl);
  refuseUnreadableQueries(app);
  const requests = createRequestLimit(limits, rates);
  const keys = { failures: createFailureLimit(limits), recordUse: createKeyUseRecorder(context) };
  await app.register(
    (api, _, done) => {
      mountApi(api, { context, baseUrl, limits, requests, quotas, keys, routes });
      done();
    },
    { prefix: '/v1' },
  );
  // Registered without the API's hooks: they need no key.
  await app.register(
    (open, _, done) => {
      serveOpenApi(open, baseUrl);
      mountEnrolment(open, context, limits);
      done();
    },
    { prefix: '/v1' },
  );
  await app.register(
    (dashboard, _, done) => {
      mountDashboard(dashboard, { context, baseUrl, limits, requests, quotas });
      done();
    },
    { prefix: '/app' },
  );
  await app.register(
    (mcp, _, done) => {
      mountMcp(mcp, {
        context,
        requests,
        quotas: quotas.forBufferedResponses,
        keys,
        handleRequest: (message, response) => app.routing(message, response),
      });
      done();
    },
    { prefix: '/mcp' },
  );
  pages(app);
  await app.ready();
  return app;
}
