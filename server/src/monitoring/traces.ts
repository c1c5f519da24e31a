// Loaded only where traces are configured.
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
  readonly watch: Instrumentation;
  readonly watchRequests: (app: FastifyInstance) => void;
  /** Says once when traces cannot be sent. */
  readonly reportTo: (log: Log) => void;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

/** A collector that does not answer does not keep a process from ending. */
const lastSendMs = 5_000;

/** Where they go, which are taken and what else the SDK knows is read by it from the variables that are standard for it. */
export function createTraces(version: string): Traces {
  const ours = resourceFromAttributes({ 'service.name': 'regrove', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('regrove', version);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    watch: {
      statement({ name, operation }, run) {
        // Those of chores, which nobody asked for, would be a trace each.
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

/** What an error says may have values of the caller in it: that there was one is all that is kept. */
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
