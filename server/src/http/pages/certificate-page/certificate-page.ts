import type { I18n } from '../../../messages/i18n.js';
import { certificatePdfUrl, certificateProofUrl, logUrl } from '../../../messages/links.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { logText, type CertificateLog } from '../certificate-log.js';
import { exactTrees } from '../exact-trees.js';
import { coordinatesText, placeName } from '../../../messages/places/place-name.js';
import { methodologyNote } from '../methodology-part.js';
import { mapSvg, qrSvg, ringsSvg } from '../certificate-figures/svg-figures.js';
import { coverageSection } from '../certificate-plantings/coverage-section.js';
import { coverageTexts } from '../certificate-plantings/coverage-texts.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { CertificateAssets } from './certificate-assets.js';
import { actions, dedication, entry, figure } from './certificate-parts.js';
import { languageSwitch } from './language-switch.js';
import { pageHead } from '../page-head.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';

/** The public page of a certificate. */
export function certificatePage(
  assets: CertificateAssets,
  facts: CertificateFacts,
  i18n: I18n,
  picturePath: string | undefined,
): Html {
  const name = cleanText(facts.accountName);
  const project = cleanText(facts.project.name);
  const { trees, pages } = facts;
  const number = i18n.rounded(trees);
  const mark = sandboxMark(facts, i18n);
  const texts = {
    title: markedTitle(i18n.t('certificate.pageTitle', { name, trees }), mark),
    description: i18n.t('certificate.pageDescription', { name, trees, pages, project }),
  };
  return documentShell(assets, {
    lang: i18n.locale,
    ...texts,
    head: html`${mark && noIndex}${pageHead(i18n, texts, {
      url: facts.url,
      picture: `${facts.url}.png?locale=${i18n.locale}`,
      alternates: {
        'application/pdf': `${facts.url}.pdf?locale=${i18n.locale}`,
        'application/json': `${facts.url}.json`,
      },
    })}`,
    body: html`<body>
      ${sandboxBand(mark)}
      <main>
        <article class="sheet">
          <div class="face">
            ${trunk(facts, i18n.t('certificate.pictureAlt', { project }), picturePath && facts.root + picturePath)}
            <h1>${i18n.t('certificate.title')}</h1>
            ${dedication(name, i18n)}
            ${figure(number, i18n.t('certificate.trees', { trees }), exactTrees(trees, i18n))}
            <p class="aside">
              ${i18n.t('certificate.pages', { pages })}<br />
              ${coverageTexts(facts.coverage, trees, i18n).state}
            </p>
            ${mapSvg([facts.project], i18n.t('certificate.mapAlt', { project }))}
            ${record(facts, i18n, project)}
          </div>
        </article>
        ${actions(certificatePdfUrl(facts.root, facts.id), i18n)} ${coverageSection(facts, i18n)}
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
}

const trunk = ({ id }: CertificateFacts, alt: string, picturePath: string | undefined): Html =>
  html`<div class="trunk">
    ${ringsSvg(id, picturePath !== undefined)}
    ${picturePath === undefined ? undefined : html`<img src="${picturePath}" alt="${alt}" width="320" height="320" />`}
  </div>`;

function record(facts: CertificateFacts, i18n: I18n, project: string): Html {
  const { t } = i18n;
  return html`<footer class="record">
    <dl>
      ${entry(t('certificate.project'), html`<a href="${facts.project.path}" dir="auto">${project}</a>`)}
      ${entry(t('certificate.place'), placeEntry(facts, i18n))}
      ${entry(
        t('certificate.date'),
        html`<time datetime="${facts.date.toISOString().slice(0, 10)}">${i18n.date(facts.date)}</time>`,
      )}
      ${entry(t('certificate.number'), html`<span class="number">${facts.number}</span>`)}
    </dl>
    <p class="verify">${t('certificate.verify')} <br /><a href="${facts.url}">${facts.url}</a></p>
    <p class="attest">${t('certificate.footer')}</p>
    ${methodologyNote(facts.methodology, i18n, exactTrees(facts.trees, i18n))}
    ${facts.log && logLine(facts, facts.log, i18n)} ${qrSvg(facts.url, t('certificate.verify'))}
  </footer>`;
}

function placeEntry({ project }: CertificateFacts, i18n: I18n): Html {
  const name = placeName(project, i18n);
  return html`${name && html`<span dir="auto">${name}</span><br />`}<span dir="ltr"
      >${coordinatesText(project, i18n)}</span
    >`;
}

/** What proves it. A page that others print shows the place in the log, too. */
const logLine = ({ url, root }: CertificateFacts, log: CertificateLog, i18n: I18n): Html =>
  html`<p class="log">
    <span class="place">${logText(log, i18n)}</span>
    <span class="links"
      >${
        log.entered &&
        html`<a href="${certificateProofUrl(url)}" download>${i18n.t('certificate.proof')}</a> `
      }<a href="${logUrl(root)}">${i18n.t('certificate.logAbout')}</a></span
    >
  </p>`;
