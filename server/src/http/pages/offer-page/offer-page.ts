import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { CertificateAssets } from '../certificate-page/certificate-assets.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { coordinatesText, placeName } from '../../../messages/places/place-name.js';
import { methodologyNote } from '../methodology-part.js';
import { documentShell, logoSvg } from '../document-shell.js';
import { html, type Fragment, type Html } from '../html.js';
import { nameClassOf } from '../text-classes.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';
import { paperTexts, priceText, type OfferFacts } from './offer-facts.js';

/** The page on which a customer sees and accepts a quote. Works without scripts. */
export function offerPage(
  { style, icon }: CertificateAssets,
  facts: OfferFacts & { readonly url: string },
  i18n: I18n,
): Html {
  const { t, number, date, locale } = i18n;
  const account = isolateBidi(facts.accountName);
  const title = t('offer.pageTitle', { account });
  const { pages, trees, url, validUntil } = facts;
  const mark = sandboxMark(facts, i18n);
  return documentShell(
    { style, icon },
    {
      lang: locale,
      title: markedTitle(title, mark),
      description: title,
      head: noIndex,
      body: html`<body class="notice offer">
        ${sandboxBand(mark)}
        <main>
          ${logoSvg}
          <h1 class="${nameClassOf(title)}" dir="auto">${title}</h1>
          <dl>
            ${facts.recipient === null ? undefined : entry(t('offer.recipient'), cleanText(facts.recipient))}
            ${entry(t('impact.trees'), i18n.rounded(trees))}
            ${entry(
              t('app.items.title'),
              paperTexts(facts, i18n, maxPaper).map((text) => html`<span>${text}</span>`),
            )}
            ${entry(t('impact.pages'), number(pages))}
            ${entry(t('certificate.project'), cleanText(facts.project.name))}
            ${entry(t('certificate.place'), placeName(facts.project, i18n) || coordinatesText(facts.project, i18n))}
            ${facts.reference === null ? undefined : entry(t('offer.reference'), cleanText(facts.reference))}
            ${entry(t('certificate.date'), date(facts.quotedAt))}
            ${validUntil === null ? undefined : entry(t('offer.validUntil'), date(validUntil))}
            ${entry(t('offer.price'), html`${priceText(facts, i18n)}<small>${t('offer.taxNote')}</small>`)}
          </dl>
          <p>${t('offer.terms', { account })}</p>
          <p class="small">${t('claims.note')}</p>
          ${methodologyNote(facts.methodology, i18n)}
          <form method="post">
            <button class="button main" type="submit">${t('offer.accept')}</button>
          </form>
          <p class="actions">
            <a href="${url}.pdf?locale=${locale}">${t('certificate.downloadPdf')}</a>
          </p>
        </main>
        ${languageSwitch(i18n)}
      </body>`,
    },
  );
}

/** More than anyone compares. */
const maxPaper = 20;

const entry = (term: string, value: Fragment): Html =>
  html`<div>
    <dt>${term}</dt>
    <dd dir="auto">${value}</dd>
  </div>`;
