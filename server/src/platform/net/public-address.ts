import type { Config } from '../config/config.js';
import { isWildcard } from './tls-certificate.js';

/** Where people and clients find this installation, without a slash at the end. */
export function publicAddress({ baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>, port: number): string {
  if (baseUrl !== undefined) return baseUrl;
  const name = isWildcard(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return port === 443 ? `https://${name}` : `https://${name}:${port}`;
}
