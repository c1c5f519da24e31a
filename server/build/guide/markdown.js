import MarkdownIt from 'markdown-it';
import { linkFrom } from './links.js';

/**
 * Markdown of the docs as HTML. The environment (`env`) has the `file` and the `sources`, and collects the `codes`: code is
 * highlighted by the server, as in the reference, so it is left out here and marked by its number between two NUL characters, which
 * Markdown cannot contain.
 */
export function createMarkdown() {
  const markdown = new MarkdownIt({ html: true });
  markdown.core.ruler.push('guide', adaptTokens);
  Object.assign(markdown.renderer.rules, {
    fence: keepCode,
    code_block: keepCode,
    code_inline: (tokens, index) =>
      `<code>${withLineBreaks(markdown.utils.escapeHtml(tokens[index].content))}</code>`,
    html_block: (tokens, index) => withoutComments(tokens[index].content, markdown),
    html_inline: (tokens, index) => withoutComments(tokens[index].content, markdown),
    table_open: (tokens, index) =>
      `<div class="scroll${columnsOf(tokens, index) > 2 ? ' wide' : ''}" tabindex="0" role="group" aria-label="Table"><table class="plain">`,
    table_close: () => '</table></div>\n',
    link_open: (tokens, index, options, env, self) => {
      const token = tokens[index];
      if (/^https?:/.test(token.attrGet('href'))) token.attrSet('rel', 'noreferrer');
      return self.renderToken(tokens, index, options);
    },
    image: (tokens, index, options, env, self) => {
      const token = tokens[index];
      token.attrSet('alt', self.renderInlineAsText(token.children, options, env));
      token.attrSet('loading', 'lazy');
      return self.renderToken(tokens, index, options);
    },
  });
  return markdown;
}

/** Parts of a text between code: strings of HTML, and code with its language. */
export const partsOf = (html, codes) =>
  html
    .split(/\0(\d+)\0/)
    .map((part, index) => (index % 2 === 1 ? codes[Number(part)] : part))
    .filter((part) => part !== '');

function keepCode(tokens, index, _, env) {
  const { info, content } = tokens[index];
  const [language = ''] = info.trim().split(/\s+/);
  env.codes.push({ language, code: content.replace(/\n$/, '') });
  return `\0${env.codes.length - 1}\0`;
}

/** A long name may wrap between its parts. */
const withLineBreaks = (code) => code.replaceAll(/(?<=\w)[_/](?=\w)/g, '$&<wbr />');

/** Comments are for the tests that run the samples. Other HTML is shown as text: pages are written in Markdown only. */
const withoutComments = (html, { utils }) => utils.escapeHtml(html.replaceAll(/<!--.*?-->\n?/gs, ''));

const columnsOf = (tokens, index) =>
  tokens
    .slice(
      index,
      tokens.findIndex((token, at) => at > index && token.type === 'tr_close'),
    )
    .filter(({ type }) => type === 'th_open').length;

function adaptTokens({ tokens, env }) {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'th_open' && tokens[index + 1].content === '') {
      // A header without text would be announced as one.
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    }
    if (token.children) token.children = withOwnAddresses(token.children, env);
  }
}

/** Links and pictures with their addresses in the guide. A link to what the guide does not have becomes plain text. */
function withOwnAddresses(tokens, { file, sources }) {
  const isOpen = [];
  return tokens.filter((token, index) => {
    if (token.type === 'image') placePicture(token, linkFrom(file, token.attrGet('src'), sources), sources);
    if (token.type === 'link_open') {
      const link = linkFrom(file, token.attrGet('href'), sources);
      isOpen.push(link !== undefined);
      if (link === undefined) return false;
      token.attrSet('href', link.href);
      nameByTitle(tokens[index + 1], sources.pages.get(link.target));
    }
    return token.type === 'link_close' ? isOpen.pop() : true;
  });
}

function placePicture(token, link, { pictures }) {
  token.attrSet('src', link?.href ?? '');
  const picture = pictures.get(link?.target);
  if (!picture) return;
  // The size of a PNG is at the same place in each, and keeps the text from moving when the picture arrives.
  token.attrSet('width', String(picture.readUInt32BE(16)));
  token.attrSet('height', String(picture.readUInt32BE(20)));
}

/** In the repository a page is known by its file, and here by its title. */
function nameByTitle(token, page) {
  const [, title] = /^# (.+)$/m.exec(page ?? '') ?? [];
  if (title && token.type === 'text' && /^[\w./-]+(\.md|\/)$/.test(token.content)) token.content = title;
}
