/**
 * Characters that are no text but tell a program what to do with it:
 *
 * - control characters (C0, DEL and C1): a terminal obeys them, U+009B as well as the escape character;
 * - U+2028 and U+2029, which end a line for some programs and not for others;
 * - embeddings, overrides and isolates of direction (U+202A to U+202E, U+2066 to U+2069), which rearrange what stands around
 *   a name. Marks that only help a letter along (U+200C to U+200F, U+061C) stay: Persian and Hebrew names need them;
 * - halves of surrogate pairs, which no encoding can carry.
 */
const oneOfThem = String.raw`\p{Cc}\u2028-\u202E\u2066-\u2069\p{Cs}`;
const anywhere = new RegExp(`[${oneOfThem}]`, 'u');
const exceptLayout = new RegExp(`(?![\\t\\r\\n])[${oneOfThem}]`, 'u');
const everyOne = new RegExp(`[${oneOfThem}]`, 'gu');
const everyOneButLayout = new RegExp(String.raw`(?!\t|\r?\n)[${oneOfThem}]`, 'gu');

/** Whether a text can be a name: one line, and nothing in it but what is seen. */
export const isPlainLine = (text: string): boolean => !anywhere.test(text);

/** The same for text of several lines. */
export const isPlainText = (text: string): boolean => !exceptLayout.test(text);

/** Shows them as JSON writes them, so that nothing is lost and nothing is obeyed. */
export const escapeControls = (text: string): string => text.replace(everyOne, escaped);

/**
 * The same for what is written to a terminal or a log: line breaks and tabs are its layout. A carriage return alone is none:
 * it would write over the line.
 */
export const escapeForTerminal = (text: string): string => text.replace(everyOneButLayout, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
