import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { addressOf } from './sources.js';

const index = 'docs/README.md';
const markdown = new MarkdownIt();

/**
 * The pages in groups, from the lists in docs/README.md: a heading is a group, and an item's first link a page. The README of a folder
 * includes the other pages of the folder, in the order of its own links. Pages that no list has are at the end.
 */
export function readContents(pages) {
  const groups = [];
  for (const { heading, file, label } of listedIn(index, pages)) {
    if (groups.at(-1)?.title !== heading) groups.push({ title: heading, pages: [] });
    groups.at(-1).pages.push({ label, file, below: restOfFolder(file, pages) });
  }
  const listed = new Set([
    index,
    ...groups.flatMap((group) => group.pages.flatMap(({ file, below }) => [file, ...below])),
  ]);
  const others = [...pages.keys()].filter((file) => !listed.has(file));
  groups.at(-1)?.pages.push(...others.map((file) => ({ label: undefined, file, below: [] })));
  return groups.map(({ title, pages: entries }) => ({
    title,
    pages: entries.map(({ label, file, below }) => ({
      ...(label !== undefined && { label }),
      address: addressOf(file),
      below: below.map(addressOf),
    })),
  }));
}

function restOfFolder(file, pages) {
  if (posix.basename(file) !== 'README.md' || !file.startsWith('docs/')) return [];
  const folder = posix.dirname(file);
  const own = [...pages.keys()].filter((path) => posix.dirname(path) === folder && path !== file);
  const order = [...linkedFrom(markdown.parse(pages.get(file), {}), file)];
  const rank = (path) => (order.includes(path) ? order.indexOf(path) : order.length);
  return own.sort((one, other) => rank(one) - rank(other));
}

/** The first link of every item below a heading of the second level. */
function listedIn(file, pages) {
  const tokens = markdown.parse(pages.get(file), {});
  let heading;
  return tokens.flatMap((token, at) => {
    if (token.type === 'heading_open' && token.tag === 'h2') heading = tokens[at + 1].content;
    if (token.type !== 'inline' || heading === undefined || tokens[at - 2]?.type !== 'list_item_open')
      return [];
    const [first] = linksOf(token, file);
    return first && pages.has(first.file) ? [{ heading, ...first }] : [];
  });
}

function* linkedFrom(tokens, file) {
  for (const token of tokens) for (const link of linksOf(token, file)) yield link.file;
}

const linksOf = (token, file) =>
  (token.children ?? []).flatMap((child, at, all) =>
    child.type === 'link_open'
      ? [
          {
            file: posix.join(posix.dirname(file), child.attrGet('href').split('#')[0]),
            label: all[at + 1].content,
          },
        ]
      : [],
  );
