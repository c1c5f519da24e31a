import { invalid } from '../errors.js';
import { exceededLimit, type JsonLimits } from '../limits/json-limits.js';

/** An element of a list in a file, and the line on which it begins. */
export interface JsonRow {
  readonly line: number;
  readonly value: unknown;
}

/** Reads a file whose whole content is a JSON array. */
export function readJsonRows(text: string, limits: JsonLimits): JsonRow[] {
  const exceeded = exceededLimit(text, limits);
  if (exceeded !== undefined)
    throw invalid(`The file has too many ${exceeded === 'depth' ? 'levels' : exceeded}`, {
      code: 'json-too-complex',
    });
  const values = parse(text);
  if (!Array.isArray(values)) throw invalid('The file must contain an array', { code: 'not-an-array' });
  const lines = linesOfElements(text);
  return values.map((value: unknown, index) => ({ line: lines[index] ?? 1, value }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid(`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      code: 'not-json',
    });
  }
}

/** Where each element of the outermost array begins, in text that is known to be JSON. */
function linesOfElements(text: string): number[] {
  const lines: number[] = [];
  let [line, depth] = [1, 0];
  let isAwaited = false;
  // Strings are one token; nothing in them counts.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line++;
      continue;
    }
    if (isAwaited && token !== ']') {
      lines.push(line);
      isAwaited = false;
    }
    if (token === '[' || token === '{') isAwaited = ++depth === 1;
    else if (token === ']' || token === '}') depth--;
    else if (token === ',' && depth === 1) isAwaited = true;
  }
  return lines;
}
