import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import { serveMetrics, type MetricsListener } from './serve-metrics.js';

/** Whether this process is one of several of a server: then the one that started it shows the metrics of all. */
export const isOfGroup = (): boolean => cluster.isWorker;

/** Gives the metrics of this process to the one that started it, whenever that asks. */
export function giveToGroup(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // Made for its listening only.
  new AggregatorRegistry();
}

/** Shows what all processes of the server have measured, where that is wanted. */
export async function showGroupMetrics({
  metricsHost: host,
  metricsPort: port,
}: Config): Promise<MetricsListener | undefined> {
  if (port === undefined) return undefined;
  const gathered = new AggregatorRegistry();
  return serveMetrics({ host, port }, () => gathered.clusterMetrics());
}
