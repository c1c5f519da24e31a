import type { Command } from 'commander';
import { seedDemo } from '../demo/seed-demo.js';
import { onInstance, type CommandLine } from './command-line.js';

export function addDemoCommand(program: Command, line: CommandLine): void {
  const demo = program.command('demo').description('example data to look around in');
  onInstance(
    line,
    demo.command('seed').description('add the demo to an empty database'),
    async ({ context }) => {
      const seeded = await seedDemo(context);
      return {
        value: seeded,
        text: `Seeded the demo. An API key of the distributor ${seeded.distributor_id}:\n${seeded.key}\nTo sign in to its dashboard:\nnpx regrove users sign-in-link --email ${seeded.user_email}`,
      };
    },
  );
}
