import { resolve } from 'node:path';

/** The transparency log of the installation. */
export interface TransparencySettings {
  /** Its name. Absent: the host of the public address, and /log. */
  readonly origin: string | undefined;
  /** The seed of the Ed25519 key that signs checkpoints, in base64. Absent: generated, in the data directory. */
  readonly key: string | undefined;
  /** File of those who cosign the log. Absent: nobody does. */
  readonly witnessesFile: string | undefined;
  /** File of the logs that this installation cosigns. Absent: it is no witness. */
  readonly witnessedLogsFile: string | undefined;
}

type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

export const transparencySettings = (read: Read): TransparencySettings => ({
  origin: read<string | undefined>('REGROVE_LOG_ORIGIN', undefined, originName),
  key: read<string | undefined>('REGROVE_LOG_KEY', undefined, seed),
  witnessesFile: read<string | undefined>('REGROVE_LOG_WITNESSES', undefined, (text) => resolve(text)),
  witnessedLogsFile: read<string | undefined>('REGROVE_WITNESS_LOGS', undefined, (text) => resolve(text)),
});

/** As the names of keys in signed notes: no spaces and no plus. */
export const isOriginName = (text: string): boolean => /^[^\s+\p{Cc}]{1,200}$/u.test(text);

function originName(text: string): string {
  if (!isOriginName(text))
    throw new Error('must be a name without spaces and plus signs, such as trees.example.com/log');
  return text;
}

function seed(text: string): string {
  if (Buffer.from(text, 'base64').length !== 32) throw new Error('must be 32 random bytes in base64');
  return text;
}
