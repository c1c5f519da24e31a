import type { Claims } from '../platform/config/claims-setting.js';
import type { MessageKey } from './catalogues.js';

const classicEnding = '.classic';

/** A text that differs has a second entry with this ending. All others are the same in both profiles. */
export const isClassic = (key: string): boolean => key.endsWith(classicEnding);

/** The catalogue as one profile has it. */
export function messagesFor(
  messages: Readonly<Record<MessageKey, string>>,
  claims: Claims,
): Record<string, string> {
  const all = Object.entries(messages);
  const own = all.filter(([key]) => !isClassic(key));
  const classic = all
    .filter(([key]) => isClassic(key))
    .map(([key, text]) => [key.slice(0, -classicEnding.length), text] as const);
  return Object.fromEntries(claims === 'classic' ? [...own, ...classic] : own);
}
