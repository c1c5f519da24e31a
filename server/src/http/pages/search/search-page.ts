import type { Revision } from '../../../wire/revisions/revision.js';
import type { BuiltGuide } from '../guide/built-guide.js';
import { documentationShell } from '../guide/documentation-shell.js';
import { guideNavigation } from '../guide/guide-navigation.js';
import { html, type Html } from '../html.js';
import type { Assets } from '../reference/reference-assets.js';
import type { Piece } from './excerpt.js';
import { maxQueryLength, searchAddress } from './search-box.js';
import type { Hit, Hits } from './search-index.js';

export interface SearchResults {
  readonly query: string;
  /** The revision of the reference that was searched. */
  readonly revision: string;
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** Undefined if nothing could be searched for. */
  readonly found: Hits | undefined;
  readonly isTooLong: boolean;
}

export const searchPage = (assets: Assets, guide: BuiltGuide, results: SearchResults): Html => {
  const { query, revision } = results;
  return documentationShell(assets, {
    title: `${query === '' ? 'Search' : `${query} · Search`} · Regrove`,
    description: 'Search the documentation of Regrove',
    body: html`<body>
      <a class="skip" href="#content">Skip to content</a>
      ${guideNavigation(guide)}
      <main id="content" tabindex="-1">
        <div class="row guide">
          <div class="text">
            <h1>Search</h1>
            <form class="search" role="search" action="${searchAddress}">
              <label class="unseen" for="filter">Words</label>
              <input
                id="filter"
                type="search"
                name="q"
                value="${query}"
                maxlength="${maxQueryLength}"
                autocomplete="off"
                spellcheck="false"
              />
              <input type="hidden" name="revision" value="${revision}" />
              <button type="submit">Search</button>
            </form>
            ${revisionLinks(results)}
            <p class="summary" role="status">${summaryOf(results)}</p>
            ${
              results.found &&
              html`<ol class="results">
                ${results.found.hits.map(hitItem)}
              </ol>`
            }
          </div>
        </div>
      </main>
    </body>`,
  });
};

const revisionLinks = ({ query, revision, revisions }: SearchResults): Html =>
  html`<nav class="chosen-revision" aria-label="Revision of the reference">
    Reference
    ${revisions.map(({ name }) => {
      const href = `${searchAddress}?${new URLSearchParams({ q: query, revision: name }).toString()}`;
      return name === revision
        ? html` <a href="${href}" aria-current="true">${name}</a>`
        : html` <a href="${href}">${name}</a>`;
    })}
  </nav>`;

function summaryOf({ query, found, isTooLong }: SearchResults): string {
  if (isTooLong) return `Search for up to ${maxQueryLength} characters.`;
  if (query === '')
    return 'Search for words, paths such as /deposits/import, or names of fields and settings.';
  if (!found || found.total === 0) return 'Nothing was found. Try fewer or other words.';
  const { hits, total, haveAllWords } = found;
  const count = total === 1 ? '1 result' : `${total} results`;
  const listed = hits.length < total ? `The best ${hits.length} of ${count}` : count;
  return haveAllWords ? `${listed}.` : `No place has all of these words. ${listed} with some of them.`;
}

const hitItem = ({ title, place, url, excerpt }: Hit): Html =>
  html`<li>
    <h2><a href="${url}">${title.map(pieceText)}</a></h2>
    <p class="place">${place}</p>
    <p>${excerpt.map(pieceText)}</p>
  </li>`;

const pieceText = ({ text, isMatch }: Piece): Html => (isMatch ? html`<mark>${text}</mark>` : html`${text}`);
