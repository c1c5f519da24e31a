import { createDemoKey } from '../installation/demo/create-demo-key.js';
import { seedDemo } from '../installation/demo/seed-demo.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { newKey } from './keys.js';

export function addDemoCommand(program: Command, line: CliEnvironment): void {
  const demo = program.command('demo').description('manage demo data');
  onInstance(
    line,
    demo.command('seed').description('load demo data into an empty database').example('demo seed'),
    seed,
    {
      createIfMissing: true,
    },
  );
  onInstance(
    line,
    demo
      .command('key')
      .description("create an API key for the demo's distributor; it is shown only once")
      .example('demo key'),
    async ({ context }) => newKey(await createDemoKey(context)),
  );
}

async function seed({ context, config }: Instance): Promise<Outcome> {
  const seeded = await seedDemo(context);
  const { distributor_id: id, key, user_email: email } = seeded;
  const link = commandHint(config, `users sign-in-link --email ${email}`, { prints: 'link' });
  return {
    value: seeded,
    text: `Loaded the demo data. An API key of the distributor ${id}:\n${key}\nTo sign in to its dashboard:\n${link}`,
  };
}
