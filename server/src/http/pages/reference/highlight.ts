import { html, type Html } from '../html.js';

export type Language = 'curl' | 'javascript' | 'python' | 'json';

const string = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const number = String.raw`\b\d+(?:\.\d+)?\b`;
const words = (...names: readonly string[]): string => String.raw`\b(?:${names.join('|')})\b`;

/** Enough for short samples: strings, numbers, comments and keywords. */
const tokens: Readonly<Record<Language, RegExp>> = {
  json: new RegExp(
    `(?<key>"(?:[^"\\\\]|\\\\.)*"(?=\\s*:))|(?<string>${string})|(?<number>-?${number}|${words('true', 'false', 'null')})`,
    'g',
  ),
  curl: new RegExp(`(?<string>${string})|(?<key>(?<=\\s)--?[a-zA-Z-]+|^curl)`, 'gm'),
  javascript: new RegExp(
    `(?<comment>//.*)|(?<string>${string})|(?<number>${number})|(?<key>${words('import', 'from', 'const', 'await', 'new', 'for', 'of')})`,
    'g',
  ),
  python: new RegExp(
    `(?<comment>#.*)|(?<string>f?(?:${string}))|(?<number>${number})|(?<key>${words('import', 'None', 'True', 'False')})`,
    'g',
  ),
};

export function highlight(code: string, language: Language): Html[] {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(tokens[language])) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    pieces.push(html`${code.slice(end, index)}`, html`<span class="t-${kind}">${text}</span>`);
    end = index + text.length;
  }
  return [...pieces, html`${code.slice(end)}`];
}
