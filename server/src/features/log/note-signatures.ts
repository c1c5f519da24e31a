import { parseNote, type VerifierKey } from '@regrove/verify';
import { formatNote } from '../../platform/tlog/sign.js';

type KeyName = Pick<VerifierKey, 'name' | 'id'>;

const isOneOf = (keys: readonly KeyName[], { name, id }: KeyName): boolean =>
  keys.some((key) => key.name === name && key.id === id);

/** Whether the note has a signature line of the key, right or wrong. */
export const hasSignatureOf = (note: string, key: KeyName): boolean =>
  parseNote(note).signatures.some((signature) => isOneOf([key], signature));

/** The note with some of its signature lines only. */
function filterLines(note: string, isKept: (signature: KeyName) => boolean): string {
  const { text, signatures } = parseNote(note);
  const lines = note.slice(text.length + 1).split('\n');
  return formatNote(text, ...signatures.flatMap((one, at) => (isKept(one) ? [`${lines[at]}\n`] : [])));
}

/** The note with the signature lines of these keys only. */
export const onlySignaturesOf = (note: string, keys: readonly KeyName[]): string =>
  filterLines(note, (signature) => isOneOf(keys, signature));

/** The note with a new signature line of the key, in place of an older one. */
export const withSignatureOf = (note: string, key: KeyName, line: string): string =>
  filterLines(note, (signature) => !isOneOf([key], signature)) + line;
