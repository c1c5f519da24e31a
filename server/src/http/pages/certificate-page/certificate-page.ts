import type { Words } from '../../../messages/words.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { placeText } from '../certificate-figures/place.js';
import { mapSvg, qrSvg, ringsSvg } from '../certificate-figures/svg-figures.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { textWidth } from '../text-width.js';
import { certificatePrefix, type CertificateAssets } from './certificate-assets.js';
import { languageSwitch } from './language-switch.js';
import { pageHead } from './page-head.js';

/** The public page of a certificate. */
export function certificatePage(
  assets: CertificateAssets,
  facts: CertificateFacts,
  words: Words,
  picturePath: string | undefined,
): Html {
  const name = cleanText(facts.accountName);
  const project = cleanText(facts.project.name);
  const { trees, pages } = facts;
  const number = words.number(trees);
  const texts = {
    title: words.say('certificate.pageTitle', { name, trees }),
    description: words.say('certificate.pageDescription', { name, trees, pages, project }),
  };
  return documentShell(assets, {
    lang: words.locale,
    ...texts,
    head: pageHead(assets, facts, words, texts),
    body: html`<body>
      <main>
        <article class="sheet">
          <div class="face">
            ${trunk(facts, words.say('certificate.pictureAlt', { project }), picturePath)}
            <h1>${words.say('certificate.title')}</h1>
            <div class="dedication">
              <p class="aside">${words.say('certificate.presentedTo')}</p>
              <h2 class="name ${lengthOf(name)}" dir="auto">${name}</h2>
            </div>
            <p class="trees">
              <strong class="${figureClassOf(number)}">${number}</strong>
              <span>${words.say('certificate.trees', { trees })}</span>
            </p>
            <p class="aside">${words.say('certificate.pages', { pages })}</p>
            ${mapSvg(facts.project, words.say('certificate.mapAlt', { project }))}
            ${record(facts, words, project)}
          </div>
        </article>
        ${actions(facts, words)}
      </main>
      ${languageSwitch(words)}
    </body>`,
  });
}

/** By the number of characters. */
const figureClasses: readonly (readonly [characters: number, name: string])[] = [
  [7, 'short'],
  [10, 'long'],
  [15, 'longer'],
];

const figureClassOf = (number: string): string =>
  figureClasses.find(([characters]) => number.length <= characters)?.[1] ?? 'longest';

const lengths: readonly (readonly [ems: number, name: string])[] = [
  [17, 'short'],
  [29, 'medium'],
  [52, 'long'],
  [90, 'longest'],
];

/** Long names shrink in steps, as in the PDF. */
function lengthOf(name: string): string {
  const width = textWidth(name);
  return lengths.find(([ems]) => width <= ems)?.[1] ?? 'endless';
}

const trunk = ({ id }: CertificateFacts, alt: string, picturePath: string | undefined): Html =>
  html`<div class="trunk">
    ${ringsSvg(id, picturePath !== undefined)}
    ${picturePath === undefined ? undefined : html`<img src="${picturePath}" alt="${alt}" width="320" height="320" />`}
  </div>`;

function record(facts: CertificateFacts, words: Words, project: string): Html {
  const { say } = words;
  return html`<footer class="record">
    <dl>
      ${entry(say('certificate.project'), html`<span dir="auto">${project}</span>`)}
      ${entry(say('certificate.place'), html`<span dir="ltr">${placeText(facts.project, words)}</span>`)}
      ${entry(
        say('certificate.date'),
        html`<time datetime="${facts.date.toISOString().slice(0, 10)}">${words.date(facts.date)}</time>`,
      )}
      ${entry(say('certificate.number'), html`<span class="number">${facts.number}</span>`)}
    </dl>
    <p class="verify">${say('certificate.verify')}<br /><a href="${facts.url}">${facts.url}</a></p>
    <p class="attest">${say('certificate.footer')}</p>
    ${qrSvg(facts.url, say('certificate.verify'))}
  </footer>`;
}

const entry = (term: string, value: Html): Html =>
  html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;

/** The script shows the buttons for printing and sharing, which need it. */
const actions = ({ id }: CertificateFacts, { locale, say }: Words): Html =>
  html`<div class="actions">
    <a class="button main" href="${certificatePrefix}/${id}.pdf?locale=${locale}"
      >${say('certificate.downloadPdf')}</a
    >
    <button class="button" type="button" data-action="print" hidden>${say('certificate.print')}</button>
    <button class="button" type="button" data-action="share" hidden>${say('certificate.share')}</button>
  </div>`;
