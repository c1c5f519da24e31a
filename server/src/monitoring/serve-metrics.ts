import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { cannotListen, listening } from '../http/listeners.js';
import { timeLimits as defaultTimeLimits, serverOptions } from '../http/time-limits.js';

const metricsSettings = { host: 'REGROVE_METRICS_HOST', port: 'REGROVE_METRICS_PORT' };

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the result of `read` at /metrics: the registry of this process, or the aggregate of several. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
  timeLimits = defaultTimeLimits,
): Promise<MetricsListener> {
  const server = createServer(serverOptions(timeLimits), (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics') {
      answer(response, 404, 'text/plain; charset=utf-8', 'Metrics are at /metrics\n');
      return;
    }
    void read().then(
      (text) => {
        answer(response, 200, Registry.PROMETHEUS_CONTENT_TYPE, text);
      },
      () => {
        answer(response, 500, 'text/plain; charset=utf-8', 'The metrics could not be read\n');
      },
    );
  }).setTimeout(timeLimits.stalledMs);
  await listening(server, host, port).catch((error: unknown) => {
    throw cannotListen(host, port, metricsSettings, error);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
}
