import type { I18n } from '../../../messages/i18n.js';
import { html, type Html } from '../html.js';
import { figureClassOf, nameClassOf } from '../text-classes.js';

/** What certificates of all kinds have in common. */

/** `name`: clean. */
export const dedication = (name: string, { t }: I18n): Html =>
  html`<div class="dedication">
    <p class="aside">${t('certificate.presentedTo')}</p>
    <h2 class="name ${nameClassOf(name)}" dir="auto">${name}</h2>
  </div>`;

/** The number for which the certificate is, and what it counts. `exact`: if it is rounded. */
export const figure = (number: string, unit: string, exact = number): Html =>
  html`<p class="trees">
    <strong class="${figureClassOf(number)}" title="${exact}">${number}</strong>
    <span>${unit}</span>
  </p>`;

export const entry = (term: string, value: Html): Html =>
  html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;

/** The script shows the buttons for printing and sharing, which need it. */
export const actions = (pdfPath: string, { locale, t }: I18n): Html =>
  html`<div class="actions">
    <a class="button main" href="${pdfPath}?locale=${locale}">${t('certificate.downloadPdf')}</a>
    <button class="button" type="button" data-action="print" hidden>${t('certificate.print')}</button>
    <button class="button" type="button" data-action="share" hidden>${t('certificate.share')}</button>
  </div>`;
