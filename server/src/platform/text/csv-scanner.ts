/** Why a record cannot be read. */
export type BrokenRecord =
  | { readonly why: 'too-long'; readonly max: number }
  | { readonly why: 'too-many-fields'; readonly fields: number; readonly max: number }
  | { readonly why: 'quote-inside' | 'quote-not-closed' };

export interface ScannedRecord {
  /** Its first one. */
  readonly line: number;
  /** More than its first one if quoted fields have line breaks. */
  readonly lastLine: number;
  readonly fields: readonly string[];
  readonly broken: BrokenRecord | undefined;
}

export interface ScanLimits {
  /** In characters, without spaces and delimiters around fields. */
  readonly maxLength: number;
  /** As it is written. */
  readonly maxRawLength: number;
  readonly maxFields: number;
  /** Further lines of a record are not counted. */
  readonly maxLines: number;
}

/** In characters, and in quotes of a record that is skipped. */
const turnLength = 4_096;

/** Before a quote, as far as it is looked for what comes before. */
const maxBlanks = 1_000;

/**
 * Reads CSV record by record, also empty ones. A record that is broken is skipped up to its end, as far as its quotes tell where that is, and
 * no more of it is stored than the limits allow. Yields undefined when it has worked for as long as others may wait.
 */
export function* scanCsv(
  text: string,
  delimiter: string,
  { maxLength, maxRawLength, maxFields, maxLines }: ScanLimits,
): Generator<ScannedRecord | undefined, void> {
  const nextQuote = finder(text, '"');
  const isBlank = (at: number): boolean => ' \t\f'.includes(text[at] ?? '-') && text[at] !== delimiter;
  let rowEnd: '\n' | '\r' = '\n';
  let nextRowEnd = finder(text, rowEnd);
  let isRowEndKnown = false;
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  /** How long the end of a row here is. The first one outside of quotes tells what ends all of them. */
  const rowEndLength = (): number => {
    const mark = text[at];
    if (mark !== '\n' && mark !== '\r') return 0;
    const length = mark === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (!isRowEndKnown) {
      isRowEndKnown = true;
      if (mark === '\r' && length === 1) nextRowEnd = finder(text, (rowEnd = '\r'));
    }
    return length === 2 || mark === rowEnd ? length : 0;
  };

  const skipBlanks = (limit: number): void => {
    while (at < limit && isBlank(at)) at++;
  };

  const readPlain = (limit: number): string => {
    const start = at;
    while (at < limit && text[at] !== delimiter && text[at] !== '"' && rowEndLength() === 0) at++;
    return text.slice(start, at).trim();
  };

  /** Undefined if it does not end, or is longer than a record may be, even if all of it were doubled quotes. */
  const readQuoted = (): string | undefined => {
    const parts: string[] = [];
    const limit = Math.min(text.length, at + 2 * maxLength + 2);
    at++;
    for (;;) {
      const quote = nextQuote(at);
      if (quote >= limit) return undefined;
      parts.push(text.slice(at, quote));
      at = quote + 1;
      if (text[at] !== '"') return parts.join('"');
      at++;
    }
  };

  const isAtFieldStart = (quote: number): boolean => {
    let before = quote - 1;
    while (before > quote - maxBlanks && isBlank(before)) before--;
    return text[before] === delimiter;
  };

  /** Goes to the end of the record; tells whether a quoted field in it does not end. */
  function* skipRest(isInQuotes: boolean): Generator<undefined, boolean> {
    for (let quotes = 1; ; quotes++) {
      if (quotes % turnLength === 0) yield undefined;
      const quote = nextQuote(at);
      if (!isInQuotes && nextRowEnd(at) <= quote) {
        at = nextRowEnd(at);
        if (text[at] === '\n' && text[at - 1] === '\r') at--;
        return false;
      }
      if (quote === text.length) {
        at = quote;
        return true;
      }
      at = quote + 1;
      if (!isInQuotes) isInQuotes = isAtFieldStart(quote);
      else if (text[at] === '"') at++;
      else isInQuotes = false;
    }
  }

  for (let line = 1, turnEnd = turnLength; at < text.length;) {
    const start = at;
    const limit = Math.min(text.length, start + maxRawLength);
    const stored: string[] = [];
    let fields = 0;
    let length = 0;
    let broken: BrokenRecord | undefined;
    let isInQuotes = false;
    for (let isMore = true; isMore;) {
      if (at > turnEnd) {
        turnEnd = at + turnLength;
        yield undefined;
      }
      skipBlanks(limit);
      const field = text[at] === '"' ? readQuoted() : readPlain(limit);
      skipBlanks(limit);
      isInQuotes = field === undefined;
      length += field?.length ?? maxLength + 1;
      if (++fields <= maxFields) stored.push(field ?? '');
      isMore = text[at] === delimiter;
      if (length > maxLength) broken = { why: 'too-long', max: maxLength };
      else if (at >= limit && limit < text.length) broken = { why: 'too-long', max: maxRawLength };
      else if (!isMore && at < text.length && rowEndLength() === 0) broken = { why: 'quote-inside' };
      if (broken) break;
      if (isMore) at++;
    }
    if (broken) {
      if (yield* skipRest(isInQuotes)) broken = { why: 'quote-not-closed' };
    } else if (fields > maxFields) broken = { why: 'too-many-fields', fields, max: maxFields };
    const breaks = countBreaks(text, start, at, maxLines);
    yield { line, lastLine: line + breaks, fields: stored, broken };
    at += rowEndLength();
    line += breaks + 1;
  }
}

/** Finds the next of a character, or the end, so that no part of the text is searched twice. */
function finder(text: string, character: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    found = text.indexOf(character, from);
    if (found < 0) found = text.length;
    return found;
  };
}

/** The line breaks within a record, up to a maximum; those after the last text of a file are none. */
function countBreaks(text: string, start: number, end: number, max: number): number {
  const breaks = /\r\n?|\n/g;
  const last = end === text.length ? start + text.slice(start).trimEnd().length : end;
  breaks.lastIndex = start;
  let count = 0;
  while (count <= max && (breaks.exec(text)?.index ?? last) < last) count++;
  return count;
}
