import { anyAccount } from '../demo/demo-store.js';
import { seedIfEmpty } from '../demo/seed-demo.js';
import { signInUrl } from '../messages/links.js';
import type { Context } from '../platform/context.js';
import { createSignInLink, linkMinutes } from '../users/sign-in-link.js';
import { findUsersByEmail } from '../users/user-store.js';
import type { RunningServer } from './serve.js';

/** What is said once the server is up. An empty embedded database is filled with the demo first. */
export async function welcome({
  instance,
  baseUrl,
  certFile,
}: Pick<RunningServer, 'instance' | 'baseUrl' | 'certFile'>): Promise<string> {
  const { config, context } = instance;
  const ready = `Regrove is ready: ${baseUrl}/v1/`;
  const mayFill = config.demo && config.databaseUrl === undefined;
  const seeded = mayFill ? await seedIfEmpty(context) : undefined;
  if (!seeded) return (await anyAccount(context.db)) ? ready : ready + firstSteps;

  const { key, user_email: email } = seeded;
  return `${ready}

The database was empty and now holds a small demo. This is shown once:

  API key of the demo's distributor   ${key}

Sign in to its dashboard, once within ${linkMinutes} minutes, with

  ${await linkFor(context, email)}

and later with a link from

  npx regrove users sign-in-link --email ${email}

Or try the API:

  curl --cacert ${quoted(certFile)} -A 'FirstSteps/1.0.0 (Me)' -u '${key}:' ${quoted(`${baseUrl}/v1/account`)}
`;
}

async function linkFor(context: Context, email: string): Promise<string> {
  const [user] = await findUsersByEmail(context.db, email);
  if (!user) throw new Error('The demo has no user');
  const { token } = await createSignInLink(context, user, { isSent: false });
  return signInUrl(context.baseUrl(), token);
}

/** For a shell, whatever the text has in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const firstSteps = `

The database is empty. To begin:

  npx regrove projects import FILE.json
  npx regrove accounts create --name NAME --role distributor
  npx regrove keys create --account ID
`;
