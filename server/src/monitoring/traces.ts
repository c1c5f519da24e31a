// Only loaded if traces are configured.
import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.js';
import { withTimeout } from '../platform/time/with-timeout.js';
import type { Instrumentation } from '../database/instrumentation.js';
import { traceRequests } from './trace-requests.js';

export interface Traces {
  readonly instrumentation: Instrumentation;
  readonly watchRequests: (app: FastifyInstance) => void;
  /** Logs once if traces cannot be sent. */
  readonly reportTo: (log: Log) => void;
  /** Sends the remaining spans. */
  readonly close: () => Promise<void>;
}

/** A collector that does not respond must not keep the process from exiting. */
const lastSendMs = 5_000;

/** The SDK reads the endpoint, the sampling and its other settings from its standard environment variables. */
export function createTraces(version: string): Traces {
  const ours = resourceFromAttributes({ 'service.name': 'regrove', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('regrove', version);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    instrumentation: {
      statement({ name, operation }, run) {
        // Outside a request or job, for example in periodic tasks, every statement would be a separate trace.
        if (!trace.getActiveSpan()) return run();
        const kind = SpanKind.CLIENT;
        const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation.toUpperCase() };
        const span = tracer.startSpan(`${operation.toUpperCase()} ${name}`, { kind, attributes });
        return during(span, context.active(), run);
      },
      job(task, run) {
        const attributes = { 'regrove.task': task };
        const span = tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
        return during(span, ROOT_CONTEXT, run);
      },
      // They are many, and what came of each is stored with its delivery.
      webhook: () => undefined,
    },
    watchRequests: (app) => {
      traceRequests(app, tracer);
    },
    reportTo(log) {
      let isTold = false;
      const error = (reason: string): void => {
        if (!isTold) log.warn({ reason }, 'traces could not be sent; this is logged only once');
        isTold = true;
      };
      const quiet = (): void => undefined;
      const logger = { error, warn: quiet, info: quiet, debug: quiet, verbose: quiet };
      diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    },
    async close() {
      await withTimeout(lastSendMs, undefined, () => provider.shutdown()).catch(() => undefined);
      diag.disable();
      context.disable();
    },
  };
}

/** An error message may contain the caller's data, so only the status is recorded. */
async function during<T>(span: Span, outer: Context, run: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(outer, span), run);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
