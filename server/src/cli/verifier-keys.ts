import { LogError, parseVerifierKey, type KeyType, type VerifierKey } from '@regrove/verify';
import type { Command } from './command.js';
import { repeatable, trimmed } from './option-parsers.js';

const words: Readonly<Record<KeyType, string>> = { 1: 'a log', 4: 'a witness' };

/** Options that take verifier keys, several times. A key that is none is a usage error, before anything is opened. */
export function addKeyOption(command: Command, name: string, type: KeyType, description: string): Command {
  return command
    .option(`--${name} <vkey>`, `${description}; may be repeated`, repeatable(trimmed))
    .hook('preAction', async (_, given) => {
      for (const text of given.opts<Record<string, string[] | undefined>>()[name] ?? []) {
        const problem = await problemOfKey(text, type);
        if (problem !== undefined)
          given.error(`error: option '--${name} <vkey>' argument '${text}' is invalid. ${problem}.`);
      }
    });
}

/** Why it is not a key of this type, if it is none. */
export async function problemOfKey(text: string, type: KeyType): Promise<string | undefined> {
  try {
    const key: VerifierKey = await parseVerifierKey(text.trim());
    return key.type === type ? undefined : `It is the key of ${words[key.type]}, not of ${words[type]}`;
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
}
