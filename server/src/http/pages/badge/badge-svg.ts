import type { I18n } from '../../../messages/i18n.js';
import type { Decimal } from '../../../platform/decimals.js';
import { html, type Html } from '../html.js';
import { markText, sandboxMark } from '../sandbox-mark.js';
import { textWidth } from '../text-width.js';

const textLeft = 46;
const [large, small] = [15, 11];
const badge = { height: 48, band: 20 };
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** The number of trees to date, small enough for a page footer. Self-contained, and readable on any background. */
export function badgeSvg(trees: Decimal, i18n: I18n, isSandbox: boolean): Html {
  const { locale, t } = i18n;
  const mark = sandboxMark({ isSandbox }, i18n);
  const count = t('badge.trees', { trees });
  const label = t('badge.label');
  const warning = mark && markText(mark);
  const widest = Math.max(
    textLeft + textWidth(count) * large * boldness,
    textLeft + textWidth(label) * small,
    warning === undefined ? 0 : bandLeft + textWidth(warning) * small * boldness,
  );
  const width = Math.ceil(widest + 16);
  const height = badge.height + (mark ? badge.band : 0);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    xml:lang="${locale}"
    aria-labelledby="t"
  >
    <title id="t">${warning && `${warning}: `}${count} – ${label}. ${t('claims.note')}</title>
    <rect width="${width}" height="${height}" rx="10" fill="#143c2d" />
    <g transform="translate(11 11) scale(1.1)">
      <path fill="#8fd0a5" d="M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5z" />
      <path fill="#e59a5c" d="M13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5z" />
      <path fill="#8fd0a5" d="M11.3 11.5h1.4V21h-1.4z" />
    </g>
    <g font-family="${font}">
      <text x="${textLeft}" y="22" font-size="${large}" font-weight="600" fill="#fff">${count}</text>
      <text x="${textLeft}" y="38" font-size="${small}" fill="#c4d6ca">${label}</text>
      ${warning && band(warning, width)}
    </g>
  </svg>`;
}

const boldness = 1.06;
const bandLeft = 14;

/** The lower end of the badge, with its round corners. */
const band = (text: string, width: number): Html =>
  html`<path
      fill="#9a4f1c"
      d="M0 ${badge.height}h${width}v${badge.band - 10}a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10z"
    />
    <text x="${bandLeft}" y="${badge.height + 14}" font-size="${small}" font-weight="600" fill="#fff">
      ${text}
    </text>`;
