import type { Command } from 'commander';
import type { Instance } from '../database/instance.js';
import { rotateSecrets } from '../installation/secrets/rotate-secrets.js';
import { counted, onInstance, type CommandLine, type Outcome } from './command-line.js';

export function addSecretCommands(program: Command, line: CommandLine): void {
  const secrets = program.command('secrets').description('what is stored encrypted, and its key');
  onInstance(
    line,
    secrets
      .command('rotate')
      .description('encrypt stored passwords with a new key; a configured one you have put in place before'),
    rotate,
  );
}

async function rotate({ context, config }: Instance): Promise<Outcome> {
  const key = config.secretKey === undefined ? 'generated' : 'configured';
  const keyDirectory = key === 'generated' ? config.dataDir : undefined;
  const { resealed, unopenable } = await rotateSecrets(context, keyDirectory);
  const done = `Encrypted ${counted(resealed, 'secret')} anew`;
  return {
    value: { key, resealed, unopenable },
    text:
      unopenable === 0
        ? done
        : `${done}. ${counted(unopenable, 'secret')} cannot be opened by any key, and stayed as before: name the key that ` +
          'they were encrypted with in REGROVE_SECRET_KEY_PREVIOUS, or set these passwords anew',
    failed: unopenable > 0,
  };
}
