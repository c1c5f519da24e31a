/** Limits on what makes JSON expensive to parse, apart from its length. */
export interface JsonLimits {
  readonly values: number;
  readonly depth: number;
  /** Per object. */
  readonly fields: number;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, openBrace, closeBracket, closeBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * The first limit that a JSON text exceeds, found without parsing it. Invalid JSON is measured on a best-effort basis;
 * rejecting it is up to the parser.
 */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let [values, depth] = [1, 0];
  // Each character adds at most one value, level or field.
  if (text.length <= Math.min(limits.values, limits.depth, limits.fields)) return undefined;
  /** Number of fields so far in each open object, by depth. */
  const fields: number[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at + 1);
        break;
      case comma:
        if (++values > limits.values) return 'values';
        break;
      case colon:
        if ((fields[depth] = (fields[depth] ?? 0) + 1) > limits.fields) return 'fields';
        break;
      case openBracket:
      case openBrace:
        if (++values > limits.values) return 'values';
        if (++depth > limits.depth) return 'depth';
        fields[depth] = 0;
        break;
      case closeBracket:
      case closeBrace:
        depth = Math.max(0, depth - 1);
    }
  }
  return undefined;
}

/** Position of the quote that ends a string: the next one that is not escaped. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}
