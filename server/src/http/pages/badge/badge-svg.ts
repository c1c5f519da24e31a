import type { I18n } from '../../../messages/i18n.js';
import type { Decimal } from '../../../platform/decimals.js';
import { html, type Html } from '../html.js';
import { textWidth } from '../text-width.js';

const height = 48;
const textLeft = 46;
const [large, small] = [15, 11];
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** The number of trees to date, small enough for a page footer. Self-contained, and readable on any background. */
export function badgeSvg(trees: Decimal, { locale, t }: I18n): Html {
  const count = t('badge.trees', { trees });
  const label = t('badge.label');
  const widest = Math.max(textWidth(count) * large * boldness, textWidth(label) * small);
  const width = Math.ceil(textLeft + widest + 16);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    xml:lang="${locale}"
    aria-labelledby="t"
  >
    <title id="t">${count} – ${label}</title>
    <rect width="${width}" height="${height}" rx="10" fill="#143c2d" />
    <g transform="translate(11 11) scale(1.1)">
      <path fill="#8fd0a5" d="M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5z" />
      <path fill="#e59a5c" d="M13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5z" />
      <path fill="#8fd0a5" d="M11.3 11.5h1.4V21h-1.4z" />
    </g>
    <g font-family="${font}">
      <text x="${textLeft}" y="22" font-size="${large}" font-weight="600" fill="#fff">${count}</text>
      <text x="${textLeft}" y="38" font-size="${small}" fill="#c4d6ca">${label}</text>
    </g>
  </svg>`;
}

const boldness = 1.06;
