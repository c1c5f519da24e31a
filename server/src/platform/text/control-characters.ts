/**
 * Characters that control a program rather than being text:
 *
 * - control characters (C0, DEL and C1): terminals interpret them, including U+009B, not only the escape character;
 * - U+2028 and U+2029, which end a line for some programs and not for others;
 * - embeddings, overrides and isolates of direction (U+202A to U+202E, U+2066 to U+2069), which rearrange the text around a
 *   name. Joiners and direction marks (U+200C to U+200F, U+061C) are allowed: Persian and Hebrew names need them;
 * - unpaired surrogates, which cannot be encoded.
 */
const oneOfThem = String.raw`\p{Cc}\u2028-\u202E\u2066-\u2069\p{Cs}`;
const anywhere = new RegExp(`[${oneOfThem}]`, 'u');
const exceptLayout = new RegExp(`(?![\\t\\r\\n])[${oneOfThem}]`, 'u');
const everyOne = new RegExp(`[${oneOfThem}]`, 'gu');
const everyOneButLayout = new RegExp(String.raw`(?!\t|\r?\n)[${oneOfThem}]`, 'gu');

/** Whether a text can be a name: a single line without control characters. */
export const isPlainLine = (text: string): boolean => !anywhere.test(text);

/** The same for multi-line text. */
export const isPlainText = (text: string): boolean => !exceptLayout.test(text);

/** Escapes them as JSON does, so that nothing is lost and nothing is interpreted. */
export const escapeControls = (text: string): string => text.replace(everyOne, escaped);

/**
 * The same for output to a terminal or a log, where line breaks and tabs are layout. A lone carriage return is escaped,
 * because it would overwrite the line.
 */
export const escapeForTerminal = (text: string): string => text.replace(everyOneButLayout, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
