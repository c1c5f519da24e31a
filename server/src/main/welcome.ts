import { anyAccount } from '../demo/demo-store.js';
import { seedIfEmpty } from '../demo/seed-demo.js';
import type { RunningServer } from './serve.js';

/** What is said once the server is up. An empty embedded database is filled with the demo first. */
export async function welcome({ instance, baseUrl, certFile }: RunningServer): Promise<string> {
  const { config, context } = instance;
  const ready = `Regrove is ready: ${baseUrl}/v1/`;
  const mayFill = config.demo && config.databaseUrl === undefined;
  const seeded = mayFill ? await seedIfEmpty(context) : undefined;
  if (!seeded) return (await anyAccount(context.db)) ? ready : ready + firstSteps;

  const { key } = seeded;
  return `${ready}

The database was empty and now holds a small demo. This is shown once:

  API key of the demo's distributor   ${key}

Try it:

  curl --cacert ${quoted(certFile)} -A 'FirstSteps/1.0.0 (Me)' -u '${key}:' ${quoted(`${baseUrl}/v1/account`)}
`;
}

/** For a shell, whatever the text has in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const firstSteps = `

The database is empty. To begin:

  npx regrove projects import FILE.json
  npx regrove accounts create --name NAME --role distributor
  npx regrove keys create --account ID
`;
