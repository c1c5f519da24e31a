import { buildApp } from '../http/app.js';
import { listen } from '../http/listeners.js';
import { openApiDocument } from '../http/openapi/document.js';
import { routeGroups } from '../http/routes/index.js';
import { startJobs } from '../jobs/start-jobs.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { mountApp } from '../pages/mount-app.js';
import { mountBadge } from '../pages/mount-badge.js';
import { mountCertificates } from '../pages/mount-certificates.js';
import { mountReference } from '../pages/mount-reference.js';
import { mountSignInPages } from '../pages/mount-sign-in-pages.js';
import { mountPictures } from '../pages/project-pictures.js';
import type { Config } from '../platform/config.js';
import { openInstance, type Instance, type InstanceOptions } from '../platform/instance.js';
import { publicAddress } from '../platform/public-address.js';
import { renewCertificate } from '../platform/renewed-certificate.js';
import { tlsCertificate } from '../platform/tls-certificate.js';
import { revisions } from '../revisions/index.js';

export interface RunningServer {
  readonly instance: Instance;
  readonly baseUrl: string;
  readonly port: number;
  readonly httpPort: number;
  /** The certificate's PEM file, for clients that are to trust it. */
  readonly certFile: string;
  /** Finishes what is under way, then lets the database go. */
  stop(): Promise<void>;
}

export interface ServeOptions extends InstanceOptions {
  readonly runsJobs?: boolean;
  /** How often it is looked whether there is another certificate. */
  readonly certificateEveryMs?: number;
}

export async function startServer(config: Config, options: ServeOptions = {}): Promise<RunningServer> {
  // The port may be for the system to choose: then it is known once we listen.
  let baseUrl = publicAddress(config, config.port);
  const instance = await openInstance(config, { ...options, baseUrl: () => baseUrl });
  const { context } = instance;
  try {
    const tls = await tlsCertificate(config, context.clock());
    const app = await buildApp({
      context,
      tls,
      baseUrl: context.baseUrl,
      trustedProxies: config.trustedProxies,
      rateLimit: config.rateLimit,
      pages: (pages) => {
        mountReference(pages, {
          revisions,
          documentOf: (revision) => openApiDocument(revision, routeGroups, baseUrl),
          methodology: () => currentMethodology(context.db),
          log: context.log,
        });
        mountCertificates(pages, context, () => baseUrl);
        mountPictures(pages, context.db);
        mountBadge(pages, context.db);
        mountSignInPages(pages, context);
        mountApp(pages, context.log);
      },
    });
    const listeners = await listen(app, config);
    baseUrl = publicAddress(config, listeners.port);
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
    return {
      instance,
      baseUrl,
      port: listeners.port,
      httpPort: listeners.httpPort,
      certFile: tls.certFile,
      async stop() {
        endRenewal();
        await Promise.all([listeners.close(), jobs?.stop()]);
        await instance.close();
      },
    };
  } catch (error) {
    await instance.close();
    throw error;
  }
}
