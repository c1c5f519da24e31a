import { defaultRevision } from '../../../wire/revisions/index.js';
import { html, type Html } from '../html.js';
import { documentBar, sidebarHead } from '../guide/sidebar-head.js';
import { searchBox, searchHits } from '../search/search-box.js';
import { withLineBreaks } from './inline-code.js';
import { methodBadge } from './operation-section.js';
import { groupId, type Chapter, type PageFacts } from './page-facts.js';

/**
 * The navigation. On narrow screens it is a sheet: a link to its id opens it, and any link in it closes it. No script is needed.
 */
export const navigation = (
  { api, revisions }: PageFacts,
  chapters: readonly Chapter[],
  closing: readonly Chapter[],
): Html =>
  html`${documentBar('API')}
    <aside class="sidebar" id="navigation" aria-label="Documentation">
      ${sidebarHead('API')}
      <nav class="revisions" aria-label="Revision">
        ${revisions.map(({ name }) =>
          name === api.revision
            ? html`<a href="${addressOf(name)}" aria-current="page">${name}</a>`
            : html`<a href="${addressOf(name)}">${name}</a>`,
        )}
      </nav>
      ${searchBox(api.revision)}
      <nav class="contents" aria-label="Contents">
        ${chapterList('Basics', chapters)}
        <h2 class="contents-title">Endpoints</h2>
        ${api.groups.map(
          ({ name, operations }) =>
            html`<details>
              <summary>${name}</summary>
              <ul>
                <li class="overview"><a href="#${groupId(name)}">Overview</a></li>
                ${operations.map(
                  ({ id, method, path, summary }) =>
                    html`<li>
                      <a href="#${id}" title="${summary}"
                        >${methodBadge(method)} <span>${withLineBreaks(path)}</span></a
                      >
                    </li>`,
                )}
              </ul>
            </details>`,
        )}
        ${chapterList('More', closing)}
        <p class="nothing" role="status"></p>
      </nav>
      <nav class="hits in-text" aria-labelledby="hits-title" hidden>
        <h2 class="contents-title" id="hits-title">In the text</h2>
        <ul></ul>
      </nav>
      ${searchHits}
    </aside>`;

export const addressOf = (revision: string): string =>
  revision === defaultRevision ? '/docs' : `/docs/${revision}`;

const chapterList = (title: string, chapters: readonly Chapter[]): Html =>
  html`<h2 class="contents-title">${title}</h2>
    <ul>
      ${chapters.map((chapter) => html`<li><a href="#${chapter.id}">${chapter.title}</a></li>`)}
    </ul>`;
