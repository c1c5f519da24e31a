import { defaultRevision } from '../../../wire/revisions/index.js';
import { leaf } from '../document-shell.js';
import { html, type Html } from '../html.js';
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
  html`<header class="bar">
      <a class="brand" href="#content"
        >${leaf} <span>Regrove <b>API</b></span></a
      >
      <a class="menu-link" href="#navigation">Menu</a>
    </header>
    <div class="sidebar" id="navigation">
      <div class="sidebar-head">
        <a class="brand" href="#content"
          >${leaf} <span>Regrove <b>API</b></span></a
        >
        ${themeButton}
        <a class="menu-link close" href="#content">Close</a>
      </div>
      <nav class="revisions" aria-label="Revision">
        ${revisions.map(({ name }) =>
          name === api.revision
            ? html`<a href="${addressOf(name)}" aria-current="page">${name}</a>`
            : html`<a href="${addressOf(name)}">${name}</a>`,
        )}
      </nav>
      <div class="filter" role="search" hidden>
        <label class="unseen" for="filter">Search fields, endpoints and guides</label>
        <input id="filter" type="search" placeholder="Search   /" autocomplete="off" spellcheck="false" />
      </div>
      <nav class="contents" aria-label="Contents">
        ${chapterList('Guide', chapters)}
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
      <nav class="hits" aria-labelledby="hits-title" hidden>
        <h2 class="contents-title" id="hits-title">In the text</h2>
        <ul></ul>
      </nav>
    </div>`;

/** Shown by the script, because it does nothing without it. */
const themeButton = html`<button
  class="theme"
  type="button"
  aria-label="Switch between light and dark mode"
  hidden
>
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.2v13.6a6.8 6.8 0 0 1 0-13.6z" />
  </svg>
</button>`;

export const addressOf = (revision: string): string =>
  revision === defaultRevision ? '/docs' : `/docs/${revision}`;

const chapterList = (title: string, chapters: readonly Chapter[]): Html =>
  html`<h2 class="contents-title">${title}</h2>
    <ul>
      ${chapters.map((chapter) => html`<li><a href="#${chapter.id}">${chapter.title}</a></li>`)}
    </ul>`;
