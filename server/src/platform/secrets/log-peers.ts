import { readFile } from 'node:fs/promises';
import { formatVerifierKey, parseVerifierKey, type KeyType, type VerifierKey } from '@regrove/verify';
import type { TransparencySettings } from '../config/transparency-settings.js';

/** Who cosigns the log of this installation. */
export interface Witness {
  /** Requests go to paths below it, such as /add-checkpoint. */
  readonly url: string;
  readonly key: VerifierKey;
}

export interface LogPeers {
  readonly witnesses: readonly Witness[];
  /** Keys of the logs that this installation cosigns; a log may have several. Undefined: it is no witness. */
  readonly witnessedLogs: readonly VerifierKey[] | undefined;
}

/** Reads the files of the settings. Throws an error that names the setting, the file and the line. */
export async function readLogPeers({
  witnessesFile,
  witnessedLogsFile,
}: TransparencySettings): Promise<LogPeers> {
  const witnesses = await readLines('REGROVE_LOG_WITNESSES', witnessesFile, readWitness);
  const witnessedLogs = await readLines('REGROVE_WITNESS_LOGS', witnessedLogsFile, (line) =>
    readKey(line, 1),
  );
  requireDifferent(
    'REGROVE_LOG_WITNESSES',
    witnesses?.map(({ key }) => key),
  );
  requireDifferent('REGROVE_WITNESS_LOGS', witnessedLogs);
  return { witnesses: witnesses ?? [], witnessedLogs };
}

const invalid = (name: string, problem: string): Error =>
  new Error(`The configuration is invalid:\n  ${name} ${problem}`);

async function readLines<T>(
  name: string,
  file: string | undefined,
  parse: (line: string) => Promise<T>,
): Promise<T[] | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw invalid(name, `names a file that cannot be read: ${(error as Error).message}`);
  });
  const found: T[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    const line = content.trim();
    if (line === '' || line.startsWith('#')) continue;
    found.push(
      await parse(line).catch((error: unknown) => {
        throw invalid(name, `has a mistake in line ${index + 1} of ${file}: ${(error as Error).message}`);
      }),
    );
  }
  return found;
}

async function readKey(text: string, type: KeyType): Promise<VerifierKey> {
  const key = await parseVerifierKey(text);
  if (key.type !== type)
    throw new Error(
      type === 1
        ? 'this is the key of a witness, not of a log'
        : 'this is the key of a log; that of the same server as a witness is at /log/witness/key',
    );
  return key;
}

async function readWitness(line: string): Promise<Witness> {
  const [address = '', key = '', ...others] = line.split(/\s+/);
  if (key === '' || others.length > 0)
    throw new Error('a line has the address and the key of a witness, separated by a space');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.search + url.hash + url.username + url.password !== '')
    throw new Error('the address must begin with https://, such as https://regrove.example/log/witness');
  return { url: url.href.replace(/\/+$/, ''), key: await readKey(key, 4) };
}

function requireDifferent(name: string, keys: readonly VerifierKey[] = []): void {
  const texts = keys.map(formatVerifierKey);
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  if (twice !== undefined) throw invalid(name, `has a key twice: ${twice}`);
}
