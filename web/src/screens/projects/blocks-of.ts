export interface Block {
  readonly kind: 'text' | 'heading' | 'item';
  readonly text: string;
}

const unseen = 'script, style, template, noscript, iframe, object, svg, math, head';
const boundaries =
  'address, article, aside, blockquote, br, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul';

/** Not in any text that a person wrote. */
const boundary = '\u0000';

/**
 * The words of a piece of HTML, cut where a browser would begin a new line. It is parsed in a document without a window,
 * in which nothing runs and nothing is fetched, and nothing but text is taken out of it.
 */
export function blocksOf(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const element of body.querySelectorAll(boundaries)) {
    const kind = /^H[1-6]$/.test(element.tagName) ? 'heading' : element.tagName === 'LI' ? 'item' : 'text';
    element.before(boundary + kind + boundary);
    element.after(`${boundary}text${boundary}`);
  }
  const [first = '', ...rest] = body.textContent.split(boundary);
  const blocks: Block[] = [{ kind: 'text', text: first }];
  for (let index = 0; index < rest.length; index += 2)
    blocks.push({ kind: rest[index] as Block['kind'], text: rest[index + 1] ?? '' });
  return blocks
    .map(({ kind, text }) => ({ kind, text: text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
}
