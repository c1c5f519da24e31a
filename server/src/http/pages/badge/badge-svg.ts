import type { I18n } from '../../../messages/i18n.js';
import { html, type Html } from '../html.js';
import { textWidth } from '../text-width.js';
import { badgeTexts, type BadgeFacts } from './badge-texts.js';
import { wrapText } from './wrap-text.js';

const left = 14;
const headTextLeft = 46;
const headHeight = 48;
const bandHeight = 20;
/** Of a badge that says more than a number. */
const minWidth = 320;
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** Of the number, and of the label below it. */
const [large, small] = [15, 11];
const boldness = 1.06;

/** The trees of an account to date, with what must be said of them. Self-contained, and readable on any background. */
export function badgeSvg(badge: BadgeFacts, i18n: I18n): Html {
  const { locale } = i18n;
  const { trees, label, facts, note, methodology, sandbox } = badgeTexts(badge, i18n);
  const widest = Math.max(
    headTextLeft + textWidth(trees) * large * boldness,
    headTextLeft + textWidth(label) * small,
    sandbox === null ? 0 : left + textWidth(sandbox) * small * boldness,
    methodology === null ? 0 : minWidth - left,
  );
  const width = Math.ceil(widest + left);
  const lines = methodology === null ? [] : linesOf([facts, [note], [methodology]], locale, width - 2 * left);
  const end = (lines.at(-1)?.y ?? headHeight - left) + left;
  const height = end + (sandbox === null ? 0 : bandHeight);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    xml:lang="${locale}"
    aria-labelledby="t"
    aria-describedby="d"
  >
    <title id="t">${sandbox === null ? undefined : `${sandbox}: `}${trees} – ${label}. ${note}</title>
    <desc id="d">${[...facts, methodology].join('. ')}</desc>
    <rect width="${width}" height="${height}" rx="10" fill="#143c2d" />
    <g transform="translate(11 11) scale(1.1)">
      <path fill="#8fd0a5" d="M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5z" />
      <path fill="#e59a5c" d="M13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5z" />
      <path fill="#8fd0a5" d="M11.3 11.5h1.4V21h-1.4z" />
    </g>
    <g font-family="${font}">
      <text x="${headTextLeft}" y="22" font-size="${large}" font-weight="600" fill="#fff">${trees}</text>
      <text x="${headTextLeft}" y="38" font-size="${small}" fill="#c4d6ca">${label}</text>
      ${lines.map(
        ({ text, y, size, fill }) =>
          html`<text x="${left}" y="${y}" font-size="${size}" fill="${fill}">${text}</text>`,
      )}
      ${sandbox === null ? undefined : band(sandbox, width, end)}
    </g>
  </svg>`;
}

interface Style {
  readonly size: number;
  readonly leading: number;
  readonly fill: string;
  /** A name may be much longer than is usual. */
  readonly maxLines: number;
}

const bright: Style = { size: 11, leading: 15, fill: '#fff', maxLines: 3 };
const plain: Style = { size: 11, leading: 15, fill: '#c4d6ca', maxLines: 4 };
/** The source of a methodology and its uncertainty are not left out, however long its name is. */
const fine: Style = { size: 9.5, leading: 13, fill: '#b3c7ba', maxLines: Infinity };
const styles = [bright, plain, fine];

interface Line extends Pick<Style, 'size' | 'fill'> {
  readonly text: string;
  readonly y: number;
}

/** Below each other. The groups are further apart than their texts. */
function linesOf(groups: readonly (readonly string[])[], locale: string, width: number): Line[] {
  const gap = 5;
  const lines: Line[] = [];
  let y = headHeight;
  for (const [index, texts] of groups.entries()) {
    const { size, leading, fill, maxLines } = styles[index] ?? fine;
    for (const text of texts.flatMap((one) => wrapText(one, locale, width / size, maxLines))) {
      y += leading;
      lines.push({ text, y, size, fill });
    }
    y += gap;
  }
  return lines;
}

/** The lower end of the badge, with its round corners. */
const band = (text: string, width: number, y: number): Html =>
  html`<path fill="#9a4f1c" d="M0 ${y}h${width}v${bandHeight - 10}a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10z" />
    <text x="${left}" y="${y + 14}" font-size="${small}" font-weight="600" fill="#fff">${text}</text>`;
