import { hasData } from '../installation/demo/demo-store.js';
import { seedIfEmpty } from '../installation/demo/seed-demo.js';
import { signInUrl } from '../messages/links.js';
import { commandHint, type HintSettings } from '../platform/config/command-hint.js';
import type { Context } from '../database/context.js';
import { shellWord } from '../platform/text/shell.js';
import { createSignInLink, linkMinutes } from '../features/users/sign-in-link.js';
import { findUsersByEmail } from '../features/users/user-store.js';
import type { RunningServer } from './serve.js';

interface Welcome {
  /** The message shown once the server is ready. */
  readonly text: string;
  /** The part of it with the key of a demo that was loaded just now. No later start shows it. */
  readonly shownOnce: string | undefined;
}

/** Welcomes the operator. Loads the demo into an empty embedded database first. */
export async function welcome({
  instance,
  baseUrl,
  certFile,
  port,
}: Pick<RunningServer, 'instance' | 'baseUrl' | 'certFile' | 'port'>): Promise<Welcome> {
  const { context } = instance;
  // The port may have been chosen by the system.
  const config = { ...instance.config, port };
  const ready = `Regrove is ready: ${baseUrl}/v1/`;
  const mayFill = config.demo && config.databaseUrl === undefined;
  const seeded = mayFill ? await seedIfEmpty(context) : undefined;
  if (!seeded) {
    const text = (await hasData(context.db)) ? ready : ready + firstSteps(config);
    return { text, shownOnce: undefined };
  }

  const { key, user_email: email } = seeded;
  const shownOnce = `Demo data was loaded into the empty database. This is shown once:

  API key of the demo's distributor   ${key}

Sign in to its dashboard, once within ${linkMinutes} minutes, with

  ${await linkFor(context, email)}

and later with a link from

  ${commandHint(config, `users sign-in-link --email ${email}`, { prints: 'link' })}

A new key is made by

  ${commandHint(config, 'demo key')}

Or try the API:

  curl --cacert ${shellWord(certFile)} -A 'FirstSteps/1.0.0 (Me)' -u '${key}:' ${shellWord(`${baseUrl}/v1/account`)}
`;
  return { text: `${ready}\n\n${shownOnce}`, shownOnce };
}

async function linkFor(context: Context, email: string): Promise<string> {
  const [user] = await findUsersByEmail(context.db, email);
  if (!user) throw new Error('The demo has no user');
  const { token } = await createSignInLink(context, user, { isSent: false });
  return signInUrl(context.baseUrl(), token);
}

const firstSteps = (config: HintSettings): string => `

The database is empty. To get started:

  ${commandHint(config, 'projects import FILE.json')}
  ${commandHint(config, 'accounts create --name NAME --role distributor')}
  ${commandHint(config, 'keys create --account ID')}
`;
