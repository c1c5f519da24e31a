import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from '../http/app.js';
import { createAccountQuotas } from '../http/edge/account-quotas.js';
import { listen } from '../http/listeners.js';
import { openApiDocument } from '../http/openapi/document.js';
import { timeLimits as defaultTimeLimits, type TimeLimits } from '../http/time-limits.js';
import { routeGroups } from '../http/routes/index.js';
import { startJobs } from '../jobs/start-jobs.js';
import { currentMethodology } from '../features/methodologies/methodology-store.js';
import { createHealth } from '../monitoring/health.js';
import { openMonitoring } from '../monitoring/open-monitoring.js';
import { createImpactReader } from '../features/impact/read-impact.js';
import { createGuideReader } from '../http/pages/guide/built-guide.js';
import { mailAttachments } from '../http/pages/invoice-pdf/mail-attachments.js';
import { createMissingPage } from '../http/pages/missing-page.js';
import { mountApp } from '../http/pages/mount-app.js';
import { mountBadge } from '../http/pages/mount-badge.js';
import { mountCarbonCertificates } from '../http/pages/mount-carbon-certificates.js';
import { mountCertificates } from '../http/pages/mount-certificates.js';
import { mountGuide } from '../http/pages/mount-guide.js';
import { mountSearch } from '../http/pages/mount-search.js';
import { mountLog } from '../http/pages/mount-log.js';
import { mountLogKeys } from '../http/pages/mount-log-keys.js';
import { mountWitness } from '../http/pages/mount-witness.js';
import { mountLogVerify } from '../http/pages/mount-log-verify.js';
import { mountImpact } from '../http/pages/mount-impact.js';
import { mountWidget } from '../http/pages/mount-widget.js';
import { mountProjects } from '../http/pages/mount-projects.js';
import { mountOffers } from '../http/pages/mount-offers.js';
import { mountReference } from '../http/pages/mount-reference.js';
import { mountSignInPages } from '../http/pages/mount-sign-in-pages.js';
import { createVisitorContext } from '../http/pages/visitor-context.js';
import { mountPlantingPhotos } from '../http/pages/planting-photos.js';
import { mountPictures } from '../http/pages/project-pictures.js';
import type { Config } from '../platform/config/config.js';
import { openInstance, type Instance, type InstanceOptions } from '../database/instance.js';
import { groupLimits } from '../platform/limits/group-limits.js';
import { localLimits, type Limits } from '../platform/limits/limits.js';
import { publicBaseUrl } from '../platform/net/public-base-url.js';
import { renewCertificate } from '../platform/net/renewed-certificate.js';
import { openSharedLimits } from '../platform/limits/shared-limits.js';
import { tlsCertificate } from '../platform/net/tls-certificate.js';
import { revisions } from '../wire/revisions/index.js';
import { ownRole } from './process-group.js';

export interface RunningServer {
  readonly instance: Instance;
  readonly baseUrl: string;
  readonly port: number;
  readonly httpPort: number;
  /** Undefined if metrics are not served. */
  readonly metricsPort: number | undefined;
  /** PEM file of the certificate, for clients that need to trust it. */
  readonly certFile: string;
  /** Finishes the work in progress, then closes the database. */
  stop(): Promise<void>;
}

export interface ServeOptions extends Omit<InstanceOptions, 'connections'> {
  readonly runsJobs?: boolean;
  /** Settles when the dashboard and the guide can be read. Absent: they can be read already. */
  readonly whenDashboardBuilt?: Promise<void> | undefined;
  /** Maximum number of database connections for requests; jobs and the process itself have their own. */
  readonly connections?: number;
  readonly jobConnections?: number;
  /** False while requests should still wait: readiness reports it. */
  readonly isPrepared?: () => boolean;
  /** How often to check for a new certificate. */
  readonly certificateEveryMs?: number;
  /** Timeouts for slow clients. */
  readonly timeLimits?: TimeLimits;
}

const requestConnections = 20;
/** Jobs have their own connections, so that jobs and requests do not block each other. */
const jobConnections = 12;

const ownLimits = (): Limits => (ownRole() === undefined ? localLimits : groupLimits);

export async function startServer(config: Config, options: ServeOptions = {}): Promise<RunningServer> {
  // If the system chooses the port, it is known only after listening.
  let baseUrl = publicBaseUrl(config, config.port);
  const timeLimits = options.timeLimits ?? defaultTimeLimits;
  const monitoring = await openMonitoring(config, timeLimits);
  const connections = options.connections ?? requestConnections;
  const instance = await openInstance(config, {
    ...options,
    connections: options.jobConnections ?? jobConnections,
    baseUrl: () => baseUrl,
    instrumentation: monitoring.instrumentation,
    attachments: mailAttachments,
    replicaTimeouts: config.databaseTimeouts,
  });
  const { context } = instance;
  const requestPool = instance.openPool({ connections, timeouts: config.databaseTimeouts });
  const health = createHealth(requestPool, options.isPrepared ?? (() => true));
  const { redisUrl, redisTimeoutMs } = config;
  const limits =
    redisUrl === undefined ? ownLimits() : await openSharedLimits(redisUrl, redisTimeoutMs, context.log);
  try {
    const tls = await tlsCertificate(config, context.clock());
    const requestContext = { ...context, db: requestPool };
    const shares = createAccountQuotas(requestContext, {
      connections,
      accountConcurrency: config.accountConcurrency,
      maxWaitMs: config.databaseTimeouts.connectionMs,
    });
    const visitors = { ...context, db: shares.anonymous };
    const contextOf = createVisitorContext(visitors, config.databaseTimeouts.connectionMs);
    const readImpact = createImpactReader();
    const app = await buildApp({
      context: requestContext,
      tls,
      baseUrl: context.baseUrl,
      trustedProxies: config.trustedProxies,
      limits,
      timeLimits,
      rates: { perCredential: config.rateLimit, perAccount: config.accountRateLimit },
      quotas: shares,
      watchRequests: (app) => {
        monitoring.watchRequests(app, context.log);
      },
      onRefusedConnection: (refused) => {
        monitoring.onRefusedConnection(refused, context.log);
      },
      missingPage: await createMissingPage(),
      pages: (pages) => {
        health.mount(pages);
        const reference = {
          revisions,
          documentOf: (revision: string) => openApiDocument(revision, routeGroups, baseUrl),
          methodology: () => currentMethodology(visitors.db),
          log: context.log,
        };
        mountReference(pages, reference);
        const readGuide = createGuideReader(options.whenDashboardBuilt);
        mountGuide(pages, readGuide, context.log);
        mountSearch(pages, { ...reference, readGuide, limits });
        mountCertificates(pages, visitors, { contextOf, limits });
        mountCarbonCertificates(pages, visitors, { contextOf, limits });
        mountImpact(pages, visitors, { contextOf, readImpact, limits });
        mountWidget(pages, context.claims);
        mountProjects(pages, visitors, { contextOf, limits });
        mountPictures(pages, contextOf);
        mountPlantingPhotos(pages, { contextOf, limits });
        mountBadge(pages, { contextOf, readImpact, limits });
        mountLog(pages, visitors, { limits });
        mountLogKeys(pages, visitors);
        mountWitness(pages, visitors, { limits });
        mountLogVerify(pages, visitors);
        mountOffers(pages, visitors, { contextOf, limits });
        mountSignInPages(pages, visitors, { limits });
        mountApp(pages, context.log, options.whenDashboardBuilt);
      },
    });
    const listeners = await listen(app, config, timeLimits);
    baseUrl = publicBaseUrl(config, listeners.port);
    const metricsPort = await monitoring
      .serveMetrics(instance, { pool: requestPool, traffic: listeners.traffic, limits })
      .catch(async (error: unknown) => {
        await listeners.close();
        throw error;
      });
    const endRenewal = renewCertificate({
      source: config,
      current: tls,
      clock: context.clock,
      log: context.log,
      use: ({ cert, key }) => {
        app.server.setSecureContext({ cert, key });
      },
      everyMs: options.certificateEveryMs,
    });
    const jobs = (options.runsJobs ?? true) ? startJobs(instance) : undefined;
    health.begin();
    return {
      instance,
      baseUrl,
      port: listeners.port,
      httpPort: listeners.httpPort,
      metricsPort,
      certFile: tls.certFile,
      async stop() {
        health.drain();
        endRenewal();
        const drained = pause(config.drainSeconds * 1_000).then(() => listeners.close());
        await Promise.all([drained, jobs?.stop()]);
        limits.close();
        await instance.close();
        await monitoring.close();
      },
    };
  } catch (error) {
    limits.close();
    await instance.close();
    await monitoring.close();
    throw error;
  }
}
