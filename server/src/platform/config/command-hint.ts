import { resolve } from 'node:path';
import { defaultDataDir, defaultHost, defaultPort, type Config } from './config.js';
import { shellWord } from '../text/shell.js';

export type HintSettings = Pick<Config, 'command' | 'dataDir' | 'databaseUrl' | 'host' | 'port' | 'baseUrl'>;

/**
 * A command as it can be pasted into a shell: with the settings that it needs to find this installation, where they are not
 * the default. `prints: 'link'` for one that prints an address of the server, so that it is the right one.
 */
export function commandHint(
  config: HintSettings,
  command: string,
  { prints }: { prints?: 'link' } = {},
): string {
  // Elsewhere than in its folder, npx would ask the registry for a package of this name.
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

/** A password is not for a screen: whoever has one in the address finds it where the server got it from. */
function withoutPassword(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined;
  const { password, searchParams } = new URL(databaseUrl);
  return password === '' && !searchParams.has('password') ? databaseUrl : undefined;
}
