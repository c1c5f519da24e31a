import { isDatabaseEmpty, seedDemo } from '../demo/seed-demo.js';
import type { RunningServer } from './serve.js';

/** What is said once the server is up. An empty embedded database is filled with the demo first. */
export async function welcome({ instance, baseUrl, certFile }: RunningServer): Promise<string> {
  const { config, context } = instance;
  const ready = `Regrove is ready: ${baseUrl}/v1/`;
  const wantsDemo = config.demo && config.databaseUrl === undefined && (await isDatabaseEmpty(context.db));
  if (!wantsDemo) return ready;

  const { key } = await seedDemo(context);
  return `${ready}

The database was empty and now holds a small demo. This is shown once:

  API key of the demo's distributor   ${key}

Try it:

  curl --cacert '${certFile}' -A 'FirstSteps/1.0.0 (Me)' -u '${key}:' '${baseUrl}/v1/account'
`;
}
