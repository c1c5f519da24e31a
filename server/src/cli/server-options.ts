import { Option } from 'commander';
import type { Config } from '../platform/config/config.js';
import { isLoopback } from '../platform/net/is-loopback.js';
import { publicBaseUrl } from '../platform/net/public-base-url.js';
import { isWebAddress } from '../platform/text/web-address.js';
import type { Command } from './command.js';
import { certificateAuthoritiesFor } from './http-request.js';
import { trimmed } from './option-parsers.js';

export interface ServerOptions {
  readonly key: string;
  readonly url?: string;
}

/**
 * Of a command that calls the API of a server. The values are checked before anything is sent, and not by commander, which would quote
 * them: what a program says on standard error is often kept, and a key that was pasted with a space is still a key.
 */
export const addServerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--key <key>',
        'API key of the account; other users of this machine can see it here, but not in REGROVE_KEY',
      )
        .env('REGROVE_KEY')
        .argParser(trimmed)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--url <url>', 'address of the server; default: the one that this folder would serve')
        .env('REGROVE_URL')
        .argParser(trimmed),
    )
    .hook('preAction', (_, given) => {
      const { key, url } = given.opts<ServerOptions>();
      if (!isKey(key))
        given.error(
          "error: option '--key <key>' or REGROVE_KEY is invalid. It must be an API key, without spaces.",
        );
      if (url !== undefined && serverAddress(url) === undefined)
        given.error(
          "error: option '--url <url>' or REGROVE_URL is invalid. It must be an address such as https://regrove.example.com, " +
            'without a login, a query or a fragment; only a server on this machine may go without TLS.',
        );
    });

/** Which characters a key has is up to the server that made it. */
const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Without `/v1` at its end. Undefined for one that a key must not be sent to. */
function serverAddress(text: string): string | undefined {
  if (!isWebAddress(text)) return undefined;
  const { protocol, hostname, origin, pathname, search, hash } = new URL(text);
  if ((protocol !== 'https:' && !isLoopback(hostname)) || search !== '' || hash !== '') return undefined;
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

export interface ApiServer {
  readonly baseUrl: string;
  /** Certificates to trust instead of the usual ones. */
  readonly ca: readonly string[] | undefined;
}

export async function serverOf(config: Config, { url }: ServerOptions): Promise<ApiServer> {
  const baseUrl = serverAddress(url ?? publicBaseUrl(config, config.port));
  if (baseUrl === undefined) throw new Error('REGROVE_BASE_URL is not the address of a server');
  return { baseUrl, ca: await certificateAuthoritiesFor(config, baseUrl) };
}
