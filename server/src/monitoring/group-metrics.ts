import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import { serveMetrics, type MetricsListener } from './serve-metrics.js';

/** Whether this process is one of several of a server: then the parent serves the metrics of all. */
export const isGroupMember = (): boolean => cluster.isWorker;

/** Sends the metrics of this process to the parent on request. */
export function sendMetricsToParent(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // Its constructor listens for the requests.
  new AggregatorRegistry();
}

/** Serves the metrics of all processes of the server, if configured. */
export async function serveGroupMetrics({
  metricsHost: host,
  metricsPort: port,
}: Config): Promise<MetricsListener | undefined> {
  if (port === undefined) return undefined;
  const gathered = new AggregatorRegistry();
  return serveMetrics({ host, port }, () => gathered.clusterMetrics());
}
