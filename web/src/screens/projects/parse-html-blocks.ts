export interface HtmlBlock {
  readonly kind: 'text' | 'heading' | 'item';
  readonly text: string;
}

/** Elements that are dropped with their content. */
const unseen =
  /<!--[^]*?(?:-->|$)|<(script|style|template|noscript|iframe|object|svg|math|head|title)\b[^]*?(?:<\/\1\s*>|$)/gi;

/** Tags that begin a new block. */
const boundary =
  /<\/?(address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|td|th|tr|ul)\b[^>]*>/gi;

const tag = /<\/?[a-z!?][^>]*(?:>|$)/gi;

/**
 * The text of some HTML, block by block. The HTML never reaches the browser's parser, and the result is only ever shown as
 * text, so a tag that this overlooks does no harm.
 */
export function parseHtmlBlocks(html: string): HtmlBlock[] {
  const seen = html.replace(unseen, ' ');
  const blocks: HtmlBlock[] = [];
  let [kind, start]: [HtmlBlock['kind'], number] = ['text', 0];
  const take = (end: number): void => {
    const text = decoded(seen.slice(start, end).replace(tag, '')).replace(/\s+/g, ' ').trim();
    if (text !== '') blocks.push({ kind, text });
  };
  for (const found of seen.matchAll(boundary)) {
    take(found.index);
    start = found.index + found[0].length;
    kind = found[0].startsWith('</') ? 'text' : kindOf(found[1] ?? '');
  }
  take(seen.length);
  return blocks;
}

function kindOf(name: string): HtmlBlock['kind'] {
  if (name.toLowerCase() === 'li') return 'item';
  return /^h\d$/i.test(name) ? 'heading' : 'text';
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['hellip', '…'],
  ['ldquo', '“'],
  ['lsquo', '‘'],
  ['lt', '<'],
  ['mdash', '—'],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['quot', '"'],
  ['rdquo', '”'],
  ['rsquo', '’'],
]);

/** Decoded once: what was escaped twice stays escaped. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string) => {
    if (name) return named.get(name) ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
