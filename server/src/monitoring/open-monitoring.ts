import type { FastifyInstance } from 'fastify';
import type { RefusedConnection } from '../http/edge/refuse-connection.js';
import type { TimeLimits } from '../http/time-limits.js';
import type { Config } from '../platform/config/config.js';
import type { Instance } from '../database/instance.js';
import type { Log } from '../platform/log.js';
import { readVersion } from '../platform/version.js';
import { composeInstrumentation, type Instrumentation } from '../database/instrumentation.js';
import { logRefusedConnection, logRequests } from './access-log.js';
import type { Metrics, Serving } from './metrics.js';
import type { MetricsListener } from './serve-metrics.js';
import type { Traces } from './traces.js';

/** Metrics, traces and the access log, as far as configured. */
export interface Monitoring {
  readonly instrumentation: Instrumentation | undefined;
  readonly watchRequests: (app: FastifyInstance, log: Log) => void;
  readonly onRefusedConnection: (refused: RefusedConnection, log: Log) => void;
  /** Serves the metrics of the running instance. Returns the port, if there is one. */
  readonly serveMetrics: (instance: Instance, serving?: Serving) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

export async function openMonitoring(config: Config, timeLimits?: TimeLimits): Promise<Monitoring> {
  const { metricsHost: host, metricsPort: port } = config;
  const metrics = port === undefined ? undefined : await loadMetrics();
  const traces = config.traces ? await loadTraces() : undefined;
  let listener: MetricsListener | undefined;
  return {
    instrumentation: composeInstrumentation([metrics, traces].flatMap((one) => one?.instrumentation ?? [])),
    watchRequests(app, log) {
      traces?.watchRequests(app);
      metrics?.watchRequests(app);
      if (config.accessLog) logRequests(app, log, config.accessLog);
    },
    onRefusedConnection(refused, log) {
      if (config.accessLog) logRefusedConnection(log, refused);
    },
    async serveMetrics(instance, serving) {
      traces?.reportTo(instance.context.log);
      if (!metrics || port === undefined) return undefined;
      metrics.add(instance, serving);
      const { sendMetricsToParent, isGroupMember } = await import('./group-metrics.js');
      if (isGroupMember()) {
        sendMetricsToParent(metrics.registry);
        return undefined;
      }
      const { serveMetrics } = await import('./serve-metrics.js');
      listener = await serveMetrics({ host, port }, () => metrics.registry.metrics(), timeLimits);
      return listener.port;
    },
    async close() {
      await listener?.close();
      await traces?.close();
    },
  };
}

// Loaded only if configured, to save time and memory.
const loadMetrics = async (): Promise<Metrics> =>
  (await import('./metrics.js')).createMetrics(await readVersion());

const loadTraces = async (): Promise<Traces> =>
  (await import('./traces.js')).createTraces(await readVersion());
