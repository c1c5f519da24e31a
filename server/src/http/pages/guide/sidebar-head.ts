import { logoSvg } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { searchAddress } from '../search/search-box.js';

/** The two parts of the documentation. */
type Area = 'API' | 'Guide';

/** The bar at the top of narrow screens. */
export const documentBar = (area: Area): Html =>
  html`<header class="bar">
    ${brand(area)}
    <a class="menu-link search-link" href="${searchAddress}">Search</a>
    <a class="menu-link" href="#navigation">Menu</a>
  </header>`;

/** The top of the navigation: the name, and the two parts of the documentation. */
export const sidebarHead = (area: Area): Html =>
  html`<div class="sidebar-head">
      ${brand(area)} ${themeButton}
      <a class="menu-link close" href="#content">Close</a>
    </div>
    <nav class="areas" aria-label="Parts">
      ${areaLink('/docs', 'Reference', area === 'API')} ${areaLink('/docs/guide', 'Guide', area === 'Guide')}
    </nav>`;

const brand = (area: Area): Html =>
  html`<a class="brand" href="#content"
    >${logoSvg} <span>Regrove <b>${area}</b></span></a
  >`;

const areaLink = (href: string, name: string, isCurrent: boolean): Html =>
  isCurrent ? html`<a href="${href}" aria-current="true">${name}</a>` : html`<a href="${href}">${name}</a>`;

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
