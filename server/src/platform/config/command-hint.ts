import { resolve } from 'node:path';
import { defaultDataDir, defaultHost, defaultPort, type Config } from './config.js';
import { readDatabaseUrl } from './database-url.js';
import { shellWord } from '../text/shell.js';

export type HintSettings = Pick<Config, 'command' | 'dataDir' | 'databaseUrl' | 'host' | 'port' | 'baseUrl'>;

/**
 * A command ready to paste into a shell, with the non-default settings it needs to find this installation.
 * `prints: 'link'`: the command prints a URL of the server, so it also needs the server's address.
 */
export function commandHint(
  config: HintSettings,
  command: string,
  { prints }: { prints?: 'link' } = {},
): string {
  // Outside its own folder, npx would look for a package of this name in the registry.
  if (config.command !== undefined) return `${config.command} ${command}`;
  const settings = {
    REGROVE_DATA_DIR: config.dataDir === resolve(defaultDataDir) ? undefined : config.dataDir,
    REGROVE_DATABASE_URL: withoutPassword(config.databaseUrl),
    ...(prints === 'link' && addressOf(config)),
  };
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${shellWord(value)} `],
  );
  return `${given.join('')}npx regrove ${command}`;
}

const addressOf = ({ baseUrl, host, port }: HintSettings): Record<string, string | undefined> =>
  baseUrl === undefined
    ? {
        REGROVE_HOST: host === defaultHost ? undefined : host,
        REGROVE_PORT: port === defaultPort ? undefined : String(port),
      }
    : { REGROVE_BASE_URL: baseUrl };

/** Omits a URL that contains a password: passwords must not appear on screen. */
function withoutPassword(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined;
  return readDatabaseUrl(databaseUrl).hasPassword ? undefined : databaseUrl;
}
