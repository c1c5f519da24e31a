import { html, type Html } from '../html.js';

export const searchAddress = '/docs/search';
export const maxQueryLength = 100;

/**
 * The search of every page of the documentation. Without scripts it leads to the page of results; with them, results appear below
 * it while one types. `revision` is that of the reference; without one, the default is searched.
 */
export const searchBox = (revision?: string): Html =>
  html`<form class="filter" role="search" action="${searchAddress}">
    <label class="unseen" for="filter">Search reference and guide</label>
    <input
      id="filter"
      type="search"
      name="q"
      placeholder="Search   /"
      maxlength="${maxQueryLength}"
      autocomplete="off"
      spellcheck="false"
    />
    ${revision === undefined ? undefined : html`<input type="hidden" name="revision" value="${revision}" />`}
  </form>`;

/** Filled by the script. */
export const searchHits: Html = html`<nav class="hits everywhere" aria-labelledby="everywhere-title" hidden>
  <h2 class="contents-title" id="everywhere-title">In all documentation</h2>
  <ul></ul>
</nav>`;
