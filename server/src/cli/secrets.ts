import type { Instance } from '../database/instance.js';
import { rotateSecrets } from '../installation/secrets/rotate-secrets.js';
import type { Command } from './command.js';
import { pluralize, onInstance, type CliEnvironment, type Outcome } from './command-line.js';

export function addSecretCommands(program: Command, line: CliEnvironment): void {
  const secrets = program.command('secrets').description('manage the key for stored secrets');
  onInstance(
    line,
    secrets
      .command('rotate')
      .description('re-encrypt stored secrets with a new key; set a configured key first')
      .example('secrets rotate'),
    rotate,
  );
}

async function rotate({ context, config }: Instance): Promise<Outcome> {
  const key = config.secretKey === undefined ? 'generated' : 'configured';
  const keyDirectory = key === 'generated' ? config.dataDir : undefined;
  const { resealed, unopenable } = await rotateSecrets(context, keyDirectory);
  const done = `Re-encrypted ${pluralize(resealed, 'secret')}`;
  return {
    value: { key, resealed, unopenable },
    text:
      unopenable === 0
        ? done
        : `${done}. ${pluralize(unopenable, 'secret')} cannot be decrypted with any key and were not changed: set REGROVE_SECRET_KEY_PREVIOUS to ` +
          'the key that was used, or enter these passwords again',
    failed: unopenable > 0,
  };
}
