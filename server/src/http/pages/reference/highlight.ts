import { html, type Html } from '../html.js';

export type Language = SampleLanguage | 'http' | 'shell' | 'sql' | 'xml' | 'yaml';

/** Languages of the reference's samples. The others are in the guide. */
export type SampleLanguage = 'curl' | 'javascript' | 'python' | 'json';

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
  http: new RegExp(
    `(?<key>^[A-Z][A-Za-z-]*(?=:)|^${words('GET', 'POST', 'PATCH', 'PUT', 'DELETE')})|(?<string>${string})`,
    'gm',
  ),
  shell: new RegExp(
    `(?<comment>(?<=^|\\s)#.*)|(?<string>${string})|(?<key>(?<=\\s)--?[a-zA-Z][\\w-]*|^(?:curl|docker|npm|npx|regrove|sudo)\\b)`,
    'gm',
  ),
  sql: new RegExp(
    `(?<comment>--.*)|(?<string>${string})|(?<number>${number})|(?<key>${words('select', 'from', 'where', 'and', 'or', 'not', 'in', 'is', 'null', 'insert', 'into', 'values', 'update', 'set', 'delete', 'create', 'alter', 'grant', 'on', 'to', 'as', 'order by', 'group by', 'limit')})`,
    'gi',
  ),
  xml: new RegExp(`(?<comment><!--[^]*?-->)|(?<key></?[\\w:-]+|[/?]?>)|(?<string>${string})`, 'g'),
  yaml: new RegExp(`(?<comment>(?<=^|\\s)#.*)|(?<key>[\\w.-]+(?=:(?:\\s|$)))|(?<string>${string})`, 'gm'),
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
