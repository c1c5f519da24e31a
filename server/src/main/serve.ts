import { buildApp } from '../http/app.js';
import { listen } from '../http/listeners.js';
import { startJobs } from '../jobs/start-jobs.js';
import type { Config } from '../platform/config.js';
import { openInstance, type Instance, type InstanceOptions } from '../platform/instance.js';
import { isWildcard, tlsCertificate } from '../platform/tls-certificate.js';

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
}

export async function startServer(config: Config, options: ServeOptions = {}): Promise<RunningServer> {
  const instance = await openInstance(config, options);
  const { context } = instance;
  try {
    const tls = await tlsCertificate(config, context.clock());
    let baseUrl = config.baseUrl ?? '';
    const app = await buildApp({
      context,
      tls,
      baseUrl: () => baseUrl,
      trustedProxies: config.trustedProxies,
      rateLimit: config.rateLimit,
    });
    const listeners = await listen(app, config);
    baseUrl ||= addressOf(config.host, listeners.port);
    const jobs = (options.runsJobs ?? true) ? startJobs(context) : undefined;
    return {
      instance,
      baseUrl,
      port: listeners.port,
      httpPort: listeners.httpPort,
      certFile: tls.certFile,
      async stop() {
        await Promise.all([listeners.close(), jobs?.stop()]);
        await instance.close();
      },
    };
  } catch (error) {
    await instance.close();
    throw error;
  }
}

function addressOf(host: string, port: number): string {
  const name = isWildcard(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return port === 443 ? `https://${name}` : `https://${name}:${String(port)}`;
}
