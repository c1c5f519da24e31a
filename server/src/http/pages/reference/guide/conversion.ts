import type { Big } from 'big.js';
import {
  priceOfPages,
  reportedPrice,
  standardPagesOfMass,
  tonnesOfMass,
  treesOfMass,
} from '../../../../features/paper/conversion.js';
import type { Methodology } from '../../../../features/paper/methodology.js';
import { defaultPaper, massOfSheets } from '../../../../features/paper/sheets.js';
import { decimal } from '../../../../platform/decimals.js';
import { adapters } from '../../../../wire/revisions/index.js';
import { html, type Html } from '../../html.js';
import { grouped } from '../field-descriptions.js';
import { operationsOf, type Chapter, type PageFacts } from '../page-facts.js';

const sheets = { quantity: 20_000, width: '0.21', length: '0.297', gsm: 115 } as const;

/** The conversion with the current factors. The example is calculated by the functions that calculate quotes. */
export const conversion = ({ api, methodology }: PageFacts): Chapter => {
  const weight = adapters.get(api.revision)?.reword('gsm') ?? 'gsm';
  const { width, length, gsm } = defaultPaper;
  const page = number(methodology.standardPageMass);
  const hasOrders = operationsOf(api).some(({ id }) => id === 'createOrder');
  return {
    id: 'conversion',
    title: 'From paper to trees',
    text: html`<p>
        Everything is calculated from the mass of the paper. The default paper is US Letter: ${width} m ×
        ${length} m at ${gsm} g/m².
      </p>
      <table class="plain factors">
        <caption class="unseen">
          Conversion factors
        </caption>
        <thead>
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Calculation</th>
          </tr>
        </thead>
        <tbody>
          ${factor('Mass', html`quantity × width × length × <code>${weight}</code>, in grams`)}
          ${factor('Standard pages', html`mass ÷ <b>${page} g</b>${isDefaultPaper(methodology) ? ', one sheet of the paper above' : ''}; rounded to whole pages`)}
          ${factor('Trees', html`standard pages before rounding ÷ <b>${number(methodology.pagesPerTree)}</b>; 6 decimals`)}
          ${factor('Tonnes of CO2e', html`tonnes of paper × <b>${number(methodology.emissionFactor)}</b>; 6 decimals`)}
          ${factor('Price of trees', html`standard pages × <b>${number(methodology.pricePerPage)}</b>, or the rate agreed with you; 2 decimals`)}
          ${hasOrders ? factor('Price of carbon', html`tonnes × the price of each carbon project; 2 decimals`) : undefined}
        </tbody>
      </table>
      <p>
        Amounts are calculated exactly and rounded once, half up. Amounts split between projects always add
        up. Quotes${hasOrders ? ', orders' : ''} and offsets keep the factors they were created with: a new
        factor never changes existing records.
      </p>`,
    samples: workedExample(methodology, weight),
  };
};

const factor = (amount: string, how: Html): Html =>
  html`<tr>
    <th scope="row">${amount}</th>
    <td>${how}</td>
  </tr>`;

function workedExample(methodology: Methodology, weight: string): Html {
  const mass = massOfSheets(sheets);
  const pages = standardPagesOfMass(mass, methodology).toNumber();
  const price = reportedPrice(priceOfPages(pages, methodology.pricePerPage));
  const { quantity, width, length, gsm } = sheets;
  const line = (name: string, formula: string, result: string): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd><span class="formula">${formula}</span> <strong>${result}</strong></dd>
    </div>`;
  return html`<div class="panel">
    <p class="panel-head panel-title">Worked example: ${grouped(quantity)} sheets of A4, ${weight} ${gsm}</p>
    <dl class="worked">
      ${line('Mass', `${grouped(quantity)} × ${width} × ${length} × ${gsm}`, `${number(mass)} g`)}
      ${line('Standard pages', `${number(mass)} ÷ ${number(methodology.standardPageMass)}`, grouped(pages))}
      ${line(
        'Trees',
        `${number(mass)} ÷ (${number(methodology.standardPageMass)} × ${number(methodology.pagesPerTree)})`,
        number(treesOfMass(mass, methodology)),
      )}
      ${line(
        'Tonnes of CO2e',
        `${number(mass.div(1_000_000))} × ${number(methodology.emissionFactor)}`,
        number(tonnesOfMass(mass, methodology)),
      )}
      ${line('Price of trees', `${grouped(pages)} × ${number(methodology.pricePerPage)}`, price.toFixed(2))}
    </dl>
  </div>`;
}

const isDefaultPaper = ({ standardPageMass }: Methodology): boolean =>
  massOfSheets({ quantity: 1, ...defaultPaper }).eq(standardPageMass);

/** Without the zeros that the database pads with. */
const number = (value: string | Big): string => grouped(decimal(value).toFixed());
