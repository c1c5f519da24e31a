import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { DurationHistogram, type HistogramSeries } from './duration-histogram.js';

/** All unknown routes share one label: clients must not be able to create labels. */
const noRoute = 'none';

type ByStatus = Map<number, HistogramSeries>;

/** Times every request by method, route pattern and status. */
export function timeRequests(registry: Registry): (app: FastifyInstance) => void {
  const timings = new DurationHistogram(registry, {
    name: 'regrove_http_request_duration_seconds',
    help: 'Time from the arrival of a request until its response was sent',
    bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const byRoute = new Map<string, Map<string, ByStatus>>();
  const timingOf = (route: string, method: string, status: number): HistogramSeries => {
    const statuses = made(
      made(byRoute, route, newMap<string, ByStatus>),
      method,
      newMap<number, HistogramSeries>,
    );
    return made(statuses, status, () => timings.add({ method, route, status: String(status) }));
  };
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? noRoute;
      timingOf(route, request.method, reply.statusCode).observe(reply.elapsedTime / 1_000);
      done();
    });
  };
}

const newMap = <K, V>(): Map<K, V> => new Map<K, V>();

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
