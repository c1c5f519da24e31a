import type { MonthVolume } from '../../../features/volume/volume-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { html, type Html } from '../html.js';

/** A longer history is in the table. */
const maxBars = 36;
const height = 40;
const gap = 0.25;

/** Trees by month: bars for the eye, and a table with all figures. */
export function monthChart(months: readonly MonthVolume[], i18n: I18n): Html {
  const shown = months.slice(-maxBars);
  const max = Math.max(...shown.map(({ trees }) => Number(trees)));
  // A few bars are not wider than many.
  const width = Math.max(shown.length, 12);
  const bars = shown.map(({ trees }, index) => {
    const share = max > 0 ? Number(trees) / max : 0;
    // A month with few trees still differs from one with none.
    const tall = share > 0 ? Math.max(share * height, 0.6) : 0.15;
    return html`<rect
      class="${share > 0 ? 'bar' : 'none'}"
      x="${(index + gap / 2).toFixed(2)}"
      y="${(height - tall).toFixed(2)}"
      width="${1 - gap}"
      height="${tall.toFixed(2)}"
    />`;
  });
  const [first, last] = [shown[0], shown.at(-1)].map((month) =>
    month ? i18n.month(new Date(month.month)) : '',
  );
  return html`<svg
      class="bars"
      viewBox="0 0 ${width} ${height}"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      ${bars}
    </svg>
    <p class="ends" aria-hidden="true">
      <span>${first}</span>${first === last ? undefined : html`<span>${last}</span>`}
    </p>
    ${monthTable(months, i18n)}`;
}

const monthTable = (months: readonly MonthVolume[], { t, number, month }: I18n): Html =>
  html`<details>
    <summary>${t('impact.table')}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('impact.month')}</th>
          <th scope="col">${t('impact.trees')}</th>
          <th scope="col">${t('impact.pages')}</th>
        </tr>
      </thead>
      <tbody>
        ${months.toReversed().map(
          (one) =>
            html`<tr>
              <th scope="row">${month(new Date(one.month))}</th>
              <td>${number(one.trees)}</td>
              <td>${number(String(one.pages))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
