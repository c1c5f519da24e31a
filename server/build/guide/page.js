import { partsOf } from './markdown.js';

/** A page as its sections, each with the text below a heading. The first one has the page's title. */
export function readPage(markdown, file, text, sources) {
  const env = { file, sources, codes: [] };
  const tokens = markdown.parse(text, env);
  const nextId = createIds();
  const starts = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && token.level === 0 ? [index] : [],
  );
  return starts.map((start, at) => {
    const heading = tokens[start + 1].children.filter(({ type }) => !type.startsWith('link_'));
    const title = heading.map(({ content }) => content).join('');
    const body = tokens.slice(start + 3, starts[at + 1]);
    return {
      id: nextId(title),
      level: Number(tokens[start].tag.slice(1)),
      title,
      heading: markdown.renderer.render([{ type: 'inline', children: heading }], markdown.options, env),
      parts: partsOf(markdown.renderer.render(body, markdown.options, env), env.codes),
    };
  });
}

/** Ids of headings as GitHub makes them, so that links work in both places. */
function createIds() {
  const used = new Map();
  return (title) => {
    const id = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = used.get(id) ?? 0;
    used.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
}
