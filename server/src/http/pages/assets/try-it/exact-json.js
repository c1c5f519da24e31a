const token = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/gs;

const kindOf = (text) => {
  if (text.startsWith('"')) return 'string';
  return '{}[],:'.includes(text) ? '' : 'number';
};

const isStart = (text) => text === '{' || text === '[';
const isEnd = (text) => text === '}' || text === ']';

/**
 * JSON on several lines, in pieces with what they are. The texts of its values are not changed: a number keeps all its digits, which it
 * would lose if it was parsed. JSON that was cut off is taken, too.
 */
export function prettyPrint(json) {
  const pieces = [];
  const add = (text, kind = '') => pieces.push({ text, kind });
  let depth = 0;
  const newLine = () => add(`\n${'  '.repeat(depth)}`);
  const found = json.match(token) ?? [];
  found.forEach((text, index) => {
    const [previous, next] = [found[index - 1], found[index + 1]];
    if (isEnd(text) && !isStart(previous)) {
      depth = Math.max(0, depth - 1);
      newLine();
    }
    const kind = kindOf(text);
    add(text, kind === 'string' && next === ':' ? 'key' : kind);
    if (text === ':') add(' ');
    if (text === ',') newLine();
    if (isStart(text) && !isEnd(next)) {
      depth += 1;
      newLine();
    }
  });
  return pieces;
}

export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
