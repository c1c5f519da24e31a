import type { SurvivalMonth } from '../../../features/plantings/public-planting-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal } from '../../../platform/decimals.js';
import { html, type Html } from '../html.js';

const maxRows = 24;

/** Survival over time, the newest first: what was planted until then, and how much of it lived. */
export const survivalTable = (months: readonly SurvivalMonth[], { t, number, month }: I18n): Html =>
  html`<table class="survival">
    <thead>
      <tr>
        <th scope="col">${t('impact.month')}</th>
        <th scope="col">${t('project.planted')}</th>
        <th scope="col">${t('project.surviving')}</th>
        <th scope="col">${t('project.survivalRate')}</th>
      </tr>
    </thead>
    <tbody>
      ${shownMonths(months)
        .toReversed()
        .map((one) => {
          const share = Number(decimal(one.surviving).div(one.planted).toFixed(4, 0));
          return html`<tr>
            <th scope="row">${month(new Date(one.month))}</th>
            <td>${number(one.planted)}</td>
            <td>${number(one.surviving)}</td>
            <td>
              ${number(share, { style: 'percent', maximumFractionDigits: 1 })}
              <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <path class="rest" d="M0 3H100" />
                <path class="part" d="M0 3H${(share * 100).toFixed(1)}" />
              </svg>
            </td>
          </tr>`;
        })}
    </tbody>
  </table>`;

/** The last month of each year if there are many. */
export function shownMonths(months: readonly SurvivalMonth[]): readonly SurvivalMonth[] {
  if (months.length <= maxRows) return months;
  const ofYear = new Map(months.map((one) => [one.month.slice(0, 'YYYY'.length), one]));
  return [...ofYear.values()].slice(-maxRows);
}
