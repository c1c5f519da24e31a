import { formatVerifierKey, makeVerifierKey, type VerifierKey } from '@regrove/verify';
import type { Context } from '../database/context.js';
import { listUsedKeys } from '../features/log/log-key-store.js';
import { originOf } from '../features/log/log-name.js';
import { newestCheckpoint } from '../features/log/log-store.js';
import { hasSignatureOf } from '../features/log/note-signatures.js';
import { rotateLogKey } from '../features/log/rotate-key.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';

export function addLogKeyCommands(log: Command, line: CliEnvironment): void {
  onInstance(
    line,
    log.command('key').description('print the key that verifies the log').example('log key'),
    showKey,
  );
  onInstance(
    line,
    log
      .command('rotate-key')
      .description('replace the generated key of the log; proofs from before stay valid with the former key')
      .example('log rotate-key'),
    rotateKey,
  );
}

async function showKey({ context }: Instance): Promise<Outcome> {
  const key = formatVerifierKey(await keyAsUsed(context));
  const used = await listUsedKeys(context.db);
  return {
    value: {
      key,
      keys: used.map((one) => ({
        key: one.key,
        first_signed_at: one.firstSignedAt,
        first_size: one.firstSize,
        last_size: one.lastSize,
      })),
    },
    text: key,
  };
}

/** With the name that the log has: without the port or the address of the servers, this command would give it another one. */
async function keyAsUsed({ db, transparency }: Context): Promise<VerifierKey> {
  const { key } = await transparency.signer();
  const newest = await newestCheckpoint(db);
  if (!newest) return key;
  const named = await makeVerifierKey(originOf(newest.note), key.type, key.publicKey);
  return hasSignatureOf(newest.note, named) ? named : key;
}

async function rotateKey({ context }: Instance): Promise<Outcome> {
  const { before, after } = await rotateLogKey(context);
  const { witnesses, witnessedLogs } = context.transparency;
  const told = [
    ...(witnesses.length > 0
      ? ['Send the new key to the witnesses of this log: they refuse it until they have it.']
      : []),
    ...(witnessedLogs
      ? [
          'As a witness, this installation has a new key, too: send /log/witness/key to the logs that it cosigns.',
        ]
      : []),
  ];
  return {
    value: { before, after },
    text: [
      `The log is signed with a new key from now on: ${after}`,
      `Proofs from before stay valid with the former one: ${before}`,
      ...told,
    ].join('\n'),
  };
}
