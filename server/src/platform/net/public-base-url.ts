import type { Config } from '../config/config.js';
import { isWildcard } from './tls-certificate.js';

/** The public URL of this installation, without a trailing slash. */
export function publicBaseUrl({ baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>, port: number): string {
  if (baseUrl !== undefined) return baseUrl;
  const name = isWildcard(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return port === 443 ? `https://${name}` : `https://${name}:${port}`;
}
