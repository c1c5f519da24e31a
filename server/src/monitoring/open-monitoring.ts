import type { FastifyInstance } from 'fastify';
import type { Traffic } from '../http/listeners.js';
import type { Config } from '../platform/config.js';
import type { Instance } from '../platform/instance.js';
import type { Log } from '../platform/log.js';
import { readVersion } from '../platform/version.js';
import { togetherWatching, type Watch } from '../platform/watch.js';
import { logRequests } from './access-log.js';
import { createMetrics } from './metrics.js';
import { serveMetrics, type MetricsListener } from './serve-metrics.js';

/** What looks on while a process works, as far as it is configured. */
export interface Monitoring {
  readonly watch: Watch | undefined;
  readonly watchRequests: (app: FastifyInstance, log: Log) => void;
  /** Lets others look: serves the metrics of what runs now. Gives their port, if they have one. */
  readonly show: (instance: Instance, traffic?: () => Traffic) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

export async function openMonitoring(config: Config): Promise<Monitoring> {
  const { metricsHost: host, metricsPort: port } = config;
  const metrics = port === undefined ? undefined : createMetrics(await readVersion());
  let listener: MetricsListener | undefined;
  return {
    watch: togetherWatching(metrics ? [metrics.watch] : []),
    watchRequests(app, log) {
      metrics?.watchRequests(app);
      if (config.accessLog) logRequests(app, log);
    },
    async show(instance, traffic) {
      if (!metrics || port === undefined) return undefined;
      metrics.add(instance, traffic);
      listener = await serveMetrics({ host, port }, () => metrics.registry.metrics());
      return listener.port;
    },
    async close() {
      await listener?.close();
    },
  };
}
