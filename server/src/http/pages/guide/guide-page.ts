import type { Assets } from '../reference/reference-assets.js';
import { Html, html } from '../html.js';
import { guideAddress, titleOf, type BuiltGuide, type GuidePage, type GuideSection } from './built-guide.js';
import { codePanel } from './code-panel.js';
import { documentationShell } from './documentation-shell.js';
import { guideNavigation } from './guide-navigation.js';

/** With more headings than this, only those of the second level are listed. */
const maxListed = 30;

export const guidePage = (assets: Assets, guide: BuiltGuide, page: GuidePage): Html =>
  documentationShell(assets, {
    title: `${titleOf(page)} · Regrove`,
    description: `${titleOf(page)}: documentation of Regrove ${guide.version}`,
    body: html`<body>
      <a class="skip" href="#content">Skip to content</a>
      ${guideNavigation(guide, page.address)}
      <main id="content" tabindex="-1">
        <div class="row guide">
          ${tableOfContents(page)}
          <article class="text prose">
            <p class="eyebrow">${groupOf(guide, page)}</p>
            ${page.sections.map(sectionText)} ${neighbours(guide, page)}
          </article>
        </div>
      </main>
    </body>`,
  });

/** The HTML was made from our own files when the server was built. */
const ready = (text: string): Html => new Html(text);

const sectionText = ({ id, level, heading, parts }: GuideSection): Html => {
  const text = parts.map((part) => (typeof part === 'string' ? ready(part) : codePanel(part)));
  const tag = ready(`h${level}`);
  const title = level === 1 ? ready(heading) : html`<a class="anchor" href="#${id}">${ready(heading)}</a>`;
  return html`<section id="${id}">
    <${tag}>${title}</${tag}>
    ${text}
  </section>`;
};

/** Folded on narrow screens; the style sheet shows it next to the text on wide ones. */
function tableOfContents({ sections }: GuidePage): Html | undefined {
  const deep = sections.filter(({ level }) => level === 2 || level === 3);
  const listed = deep.length > maxListed ? deep.filter(({ level }) => level === 2) : deep;
  if (listed.length < 2) return undefined;
  return html`<nav class="toc" aria-label="On this page">
    <details>
      <summary>On this page</summary>
      <ul>
        ${listed.map(
          ({ id, level, title }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`,
        )}
      </ul>
    </details>
  </nav>`;
}

const groupOf = ({ groups, version }: BuiltGuide, { address }: GuidePage): string =>
  groups.find(({ pages }) =>
    pages.some((entry) => entry.address === address || entry.below.includes(address)),
  )?.title ?? `Regrove ${version}`;

/** Links to the pages before and after this one, in the order of the navigation. */
function neighbours({ groups, pages }: BuiltGuide, { address }: GuidePage): Html {
  const order = [
    '',
    ...groups.flatMap((group) => group.pages.flatMap((entry) => [entry.address, ...entry.below])),
  ];
  const at = order.indexOf(address);
  const link = (target: string | undefined, label: string, rel: string): Html | undefined => {
    const page = pages.find((one) => one.address === target);
    return (
      page &&
      html`<a href="${guideAddress(page.address)}" rel="${rel}"><span>${label}</span> ${titleOf(page)}</a>`
    );
  };
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${link(order[at - 1], 'Previous', 'prev')} ${link(order[at + 1], 'Next', 'next')}
  </nav>`;
}
