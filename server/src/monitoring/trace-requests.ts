import {
  context,
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

/** A span for each request with its route, status and id; nothing about who requests what exactly. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Load balancers send these all the time.
    if (request.routeOptions.url?.startsWith('/health/') === true) {
      done();
      return;
    }
    const span = beginSpan(request, tracer);
    // Also emitted when the client disconnects early.
    reply.raw.once('close', () => {
      endSpan(span, reply);
    });
    context.with(trace.setSpan(ROOT_CONTEXT, span), done);
  });
}

function beginSpan(request: FastifyRequest, tracer: Tracer): Span {
  const { method, id, headers } = request;
  const route = request.routeOptions.url;
  return tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'regrove.request_id': id,
        ...(route !== undefined && { 'http.route': route }),
      },
    },
    callerOf(headers),
  );
}

function endSpan(span: Span, reply: FastifyReply): void {
  if (reply.raw.writableFinished) span.setAttribute('http.response.status_code', reply.statusCode);
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** W3C Trace Context: version, trace, span, flags; later versions may append fields. */
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span; invalid headers are ignored. */
function callerOf(headers: IncomingHttpHeaders): Context {
  const { traceparent: parent, tracestate: state } = headers;
  const [, version, traceId, spanId, flags = '', rest] =
    typeof parent === 'string' ? (traceparent.exec(parent) ?? []) : [];
  if (traceId === undefined || spanId === undefined || (version === '00' && rest !== undefined))
    return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(typeof state === 'string' && { traceState: createTraceState(state) }),
  });
}
