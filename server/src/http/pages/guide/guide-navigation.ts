import { html, type Html } from '../html.js';
import { searchBox, searchHits } from '../search/search-box.js';
import { guideAddress, titleOf, type BuiltGuide, type GuideEntry } from './built-guide.js';
import { documentBar, sidebarHead } from './sidebar-head.js';

/**
 * The navigation of the guide, which looks and works as that of the reference. `current` is the address of the open page;
 * the page of results has none, and a search of its own.
 */
export const guideNavigation = (guide: BuiltGuide, current?: string): Html => {
  const titles = new Map(guide.pages.map((page) => [page.address, titleOf(page)]));
  const link = (address: string, label = titles.get(address) ?? address): Html =>
    address === current
      ? html`<a href="${guideAddress(address)}" aria-current="page">${label}</a>`
      : html`<a href="${guideAddress(address)}">${label}</a>`;
  return html`${documentBar('Guide')}
    <aside class="sidebar" id="navigation" aria-label="Documentation">
      ${sidebarHead('Guide')} ${current === undefined ? undefined : [searchBox(), searchHits]}
      <nav class="contents" aria-label="Contents">
        <ul>
          <li>${link('', 'Overview')}</li>
        </ul>
        ${guide.groups.map(
          ({ title, pages }) =>
            html`<h2 class="contents-title">${title}</h2>
              <ul>
                ${pages.map((entry) => html`<li>${entryLinks(entry, link, current)}</li>`)}
              </ul>`,
        )}
      </nav>
      <p class="version">Version ${guide.version}</p>
    </aside>`;
};

/** A folder's other pages are folded away, unless one of them is open. */
function entryLinks(
  { address, label, below }: GuideEntry,
  link: (address: string, label?: string) => Html,
  current: string | undefined,
): Html {
  if (below.length === 0) return link(address, label);
  const isOpen = current !== undefined && [address, ...below].includes(current);
  const inside = html`<summary>${label}</summary>
    <ul class="pages">
      <li>${link(address, 'Overview')}</li>
      ${below.map((each) => html`<li>${link(each)}</li>`)}
    </ul>`;
  return isOpen ? html`<details open>${inside}</details>` : html`<details>${inside}</details>`;
}
