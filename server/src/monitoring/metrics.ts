import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Traffic } from '../http/listeners.js';
import type { Pool } from '../database/database.js';
import type { ReadReplica } from '../database/read-replica.js';
import type { Instance } from '../database/instance.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Instrumentation } from '../database/instrumentation.js';
import { addSystemStatsGauges } from './system-stats-gauges.js';
import { addTransparencyLogGauges } from './transparency-log-gauges.js';
import { timeRequests } from './request-times.js';
import { createMetricsInstrumentation } from './metrics-instrumentation.js';

export interface Metrics {
  /** All metrics of this process; in a group, the parent collects those of every process. */
  readonly registry: Registry;
  readonly instrumentation: Instrumentation;
  readonly watchRequests: (app: FastifyInstance) => void;
  /** Adds metrics that are read from the running instance on each scrape. */
  readonly add: (instance: Instance, serving?: Serving) => void;
}

/** Only for processes that serve requests. */
export interface Serving {
  /** The pool used by requests. */
  readonly pool: Pool;
  readonly traffic: () => Traffic;
  readonly limits: Limits;
}

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'regrove_build_info',
    help: 'Always 1; the label has the version',
    labelNames: ['version'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version }, 1);
  return {
    registry,
    instrumentation: createMetricsInstrumentation(registry),
    watchRequests: timeRequests(registry),
    add(instance, serving) {
      addPools(registry, { ...(serving && { requests: serving.pool }), jobs: instance.pool });
      addSystemStatsGauges(registry, instance.context);
      addTransparencyLogGauges(registry, instance.context);
      if (instance.context.replica) addReplica(registry, instance.context.replica);
      if (!serving) return;
      addTraffic(registry, serving.traffic);
      if (serving.limits.areShared() !== undefined) addRedis(registry, serving.limits);
    },
  };
}

function addPools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: 'regrove_database_connections',
    help: 'Connections to the database',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { driver }] of Object.entries(pools)) {
        this.set({ pool, state: 'in_use' }, driver.totalCount - driver.idleCount);
        this.set({ pool, state: 'idle' }, driver.idleCount);
      }
    },
  });
  new Gauge({
    name: 'regrove_database_waiting',
    help: 'Callers waiting for a database connection',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { driver }] of Object.entries(pools)) this.set({ pool }, driver.waitingCount);
    },
  });
}

function addTraffic(registry: Registry, traffic: () => Traffic): void {
  new Gauge({
    name: 'regrove_http_requests_in_flight',
    help: 'Requests in progress',
    registers: [registry],
    collect() {
      this.set(traffic().underWay);
    },
  });
  new Gauge({
    name: 'regrove_connections',
    help: 'Open connections of clients',
    labelNames: ['listener'],
    registers: [registry],
    collect() {
      const { https, http } = traffic();
      this.set({ listener: 'https' }, https);
      this.set({ listener: 'http' }, http);
    },
  });
}

function addReplica(registry: Registry, replica: ReadReplica): void {
  new Gauge({
    name: 'regrove_up_replica',
    help: '1 while reports are read from the read replica, 0 while they are read from the primary',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(replica.isUsed() ? 1 : 0);
    },
  });
}

function addRedis(registry: Registry, limits: Limits): void {
  new Gauge({
    name: 'regrove_up_redis',
    help: '1 while Redis is in use for rate limits, 0 while each server counts separately',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(limits.areShared() === true ? 1 : 0);
    },
  });
}
