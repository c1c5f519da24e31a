import type { MonthVolume } from '../../../features/volume/volume-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { addMonths, isoDay } from '../../../platform/time/months.js';
import { html, type Html } from '../html.js';

/** A longer history is in the table. */
const maxBars = 36;
/** A few bars are not wider than many, and end where the label of the last month is. */
const minBars = 12;
const height = 40;
const gap = 0.25;

/** Trees by month: a bar chart, and a table with all figures. */
export function monthChart(months: readonly MonthVolume[], i18n: I18n): Html {
  const shown = atLeast(minBars, months.slice(-maxBars));
  const top = axisEnd(Math.max(...shown.map(({ trees }) => Number(trees))));
  const bars = shown.map(({ month, trees }, index) => {
    const share = Number(trees) / top;
    // A month with few trees still differs from one with none.
    const tall = share > 0 ? Math.max(share * height, 0.6) : 0.15;
    return html`<rect
      class="${share > 0 ? 'bar' : 'none'}"
      x="${(index + gap / 2).toFixed(2)}"
      y="${(height - tall).toFixed(2)}"
      width="${1 - gap}"
      height="${tall.toFixed(2)}"
    >
      <title>${i18n.month(new Date(month))}: ${i18n.t('app.amount.trees', { trees })}</title>
    </rect>`;
  });
  const [first, last] = [shown[0], shown.at(-1)].map((month) =>
    month ? i18n.month(new Date(month.month)) : '',
  );
  return html`<div class="chart" aria-hidden="true">
      <ol class="scale">
        ${[top, top / 2, 0].map((tick) => html`<li>${tickText(tick, i18n)}</li>`)}
      </ol>
      <svg class="bars" viewBox="0 0 ${shown.length} ${height}" preserveAspectRatio="none" focusable="false">
        <path class="grid" d="M0 0H${shown.length}M0 ${height / 2}H${shown.length}" />
        ${bars}
      </svg>
      <p class="ends"><span>${first}</span><span>${last}</span></p>
    </div>
    ${monthTable(months, i18n)}`;
}

/** With empty months before the first. */
function atLeast(count: number, months: readonly MonthVolume[]): MonthVolume[] {
  const [first] = months;
  if (!first) return [];
  const before = Array.from({ length: Math.max(0, count - months.length) }, (_, index) => ({
    month: isoDay(addMonths(new Date(first.month), -1 - index)),
    pages: 0,
    trees: '0',
  }));
  return [...before.toReversed(), ...months];
}

/** The lowest round number that is not below the largest bar. Half of it is round, too. */
function axisEnd(largest: number): number {
  const unit = 10 ** Math.floor(Math.log10(largest));
  return (axisSteps.find((step) => largest <= step * unit) ?? 10) * unit;
}

const axisSteps = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];

const tickText = (tick: number, { number }: I18n): string =>
  number(tick, { notation: 'compact', maximumSignificantDigits: 2 });

function monthTable(months: readonly MonthVolume[], { t, number, treeColumn, month }: I18n): Html {
  const trees = treeColumn(months.map((one) => one.trees));
  return html`<details>
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
              <td>${trees(one.trees)}</td>
              <td>${number(String(one.pages))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
