/** How a language writes values. */
interface Notation {
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  /** null, true and false. */
  readonly word: (value: null | boolean) => string;
  readonly padsBraces: boolean;
}

const quoted = (value: string): string => JSON.stringify(value);

const singleQuoted = (value: string): string =>
  `'${quoted(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const notations = {
  json: { key: quoted, text: quoted, word: String, padsBraces: false },
  javascript: {
    key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)),
    text: singleQuoted,
    word: String,
    padsBraces: true,
  },
  python: {
    key: quoted,
    text: quoted,
    word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
    padsBraces: false,
  },
} satisfies Record<string, Notation>;

const step = '  ';
const lineLength = 58;

/** The value on one line if it fits after `before`, otherwise on several lines. */
export function literal(value: unknown, notation: Notation, indent = '', before = indent): string {
  if (typeof value === 'string') return notation.text(value);
  if (value === null || typeof value === 'boolean') return notation.word(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = indent + step;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item) => literal(item, notation, deeper))]
    : ['{', '}', Object.entries(value).map(([name, field]) => entry(name, field, notation, deeper))];
  if (parts.length === 0) return open + close;
  const pad = open === '{' && notation.padsBraces ? ' ' : '';
  const line = open + pad + parts.join(', ') + pad + close;
  if (before.length + line.length <= lineLength && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

function entry(name: string, value: unknown, notation: Notation, indent: string): string {
  const key = `${notation.key(name)}: `;
  return key + literal(value, notation, indent, indent + key);
}
