import type { SurvivalMonth } from '../../../features/plantings/public-planting-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, shareOf } from '../../../platform/decimals.js';
import { html, type Html } from '../html.js';

const maxRows = 24;
/** A percentage with one decimal. */
const shareDecimals = 3;

/** Survival over time, the newest first: what was planted until then, and how much of it lived. */
export function survivalTable(months: readonly SurvivalMonth[], i18n: I18n): Html {
  const { t, number, month } = i18n;
  const shown = shownMonths(months).toReversed();
  const cell = i18n.treeColumn(shown.flatMap(({ planted, surviving }) => [planted, surviving]));
  return html`<table class="survival">
    <thead>
      <tr>
        <th scope="col">${t('impact.month')}</th>
        <th scope="col">${t('project.planted')}</th>
        <th scope="col">${t('project.surviving')}</th>
        <th scope="col">${t('project.survivalRate')}</th>
      </tr>
    </thead>
    <tbody>
      ${shown.map((one) => {
        // As it is shown, and rounded down: a lot that lost a tree does not survive as a whole.
        const share = Number(shareOf(decimal(one.surviving), decimal(one.planted), shareDecimals));
        return html`<tr>
          <th scope="row">${month(new Date(one.month))}</th>
          <td>${cell(one.planted)}</td>
          <td>${cell(one.surviving, one.planted)}</td>
          <td>
            ${number(share, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
            <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <path class="rest" d="M0 3H100" />
              <path class="part" d="M0 3H${(share * 100).toFixed(1)}" />
            </svg>
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** The last month of each year if there are many. */
export function shownMonths(months: readonly SurvivalMonth[]): readonly SurvivalMonth[] {
  if (months.length <= maxRows) return months;
  const ofYear = new Map(months.map((one) => [one.month.slice(0, 'YYYY'.length), one]));
  return [...ofYear.values()].slice(-maxRows);
}
