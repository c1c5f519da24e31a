import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { CertificateAssets } from '../certificate-page/certificate-assets.js';
import { actions, dedication, entry, figure } from '../certificate-page/certificate-parts.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { qrSvg, ringsSvg } from '../certificate-figures/svg-figures.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { methodologyNote } from '../methodology-part.js';
import { pageHead } from '../page-head.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';
import {
  exactText,
  footerText,
  logText,
  qualityText,
  statusText,
  sumText,
  unitText,
  vintageText,
  type CarbonFacts,
  type ShownCredits,
} from './carbon-facts.js';

/** The public page of a carbon certificate. */
export function carbonPage(assets: CertificateAssets, facts: CarbonFacts, i18n: I18n): Html {
  const name = cleanText(facts.accountName);
  const project = cleanText(facts.project.name);
  const { tonnes } = facts;
  const amount = i18n.rounded(tonnes);
  const mark = sandboxMark(facts, i18n, 'credits');
  const texts = {
    title: markedTitle(i18n.t('carbonCertificate.pageTitle', { name, amount }), mark),
    description: i18n.t('carbonCertificate.pageDescription', { name, amount, project }),
  };
  return documentShell(assets, {
    lang: i18n.locale,
    ...texts,
    head: html`${mark && noIndex}${pageHead(i18n, texts, {
      url: facts.url,
      alternates: {
        'application/pdf': `${facts.url}.pdf?locale=${i18n.locale}`,
        'application/json': `${facts.url}.json`,
      },
    })}`,
    body: html`<body>
      ${sandboxBand(mark)}
      <main>
        <article class="sheet">
          <div class="face carbon">
            <div class="trunk">${ringsSvg(facts.id, false)}</div>
            <h1>${i18n.t('carbonCertificate.title')}</h1>
            ${dedication(name, i18n)} ${figure(amount, unitText(facts, i18n), `${tonnes} t`)}
            ${smallPrint(facts, i18n)} ${credits(facts, i18n)} ${record(facts, i18n, project)}
          </div>
        </article>
        ${actions(`${facts.root}/carbon-certificates/${facts.id}.pdf`, i18n)}
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
}

function smallPrint(facts: CarbonFacts, i18n: I18n): Html | undefined {
  const texts = [exactText(facts, i18n), logText(facts, i18n)].filter((text) => text !== undefined);
  return methodologyNote(facts.methodology, i18n, texts.length === 0 ? undefined : texts.join(' · '));
}

/** As many ranges as fit beside the figure. */
const maxBeside = 2;

const credits = (facts: CarbonFacts, i18n: I18n): Html =>
  html`<section class="credits ${facts.credits.length <= maxBeside ? 'few' : ''}">
    <h2>${i18n.t('carbonCertificate.credits')} <span class="aside">${sumText(facts, i18n)}</span></h2>
    <ul>
      ${facts.credits.map((shown) => creditsRow(shown, i18n))}
    </ul>
    ${moreCredits(facts, i18n)}
  </section>`;

const moreCredits = ({ creditsLeft, nextCreditsUrl: address }: CarbonFacts, { t }: I18n): Html | undefined =>
  address === undefined
    ? undefined
    : html`<p class="aside">
        <a href="${address}">${t('carbonCertificate.more', { count: creditsLeft, address })}</a>
      </p>`;

const creditsRow = (shown: ShownCredits, i18n: I18n): Html =>
  html`<li>
    <span class="serial" dir="ltr">${cleanText(shown.serial)}</span>
    <span class="aside"
      ><span title="${shown.tonnes} t">${i18n.rounded(shown.tonnes)} t</span> ·
      ${statusText(shown, i18n)}${
        shown.registryUrl === null
          ? undefined
          : html` ·
              <a href="${shown.registryUrl}" rel="noopener nofollow"
                >${i18n.t('carbonCertificate.inRegistry')}</a
              >`
      }</span
    >
  </li>`;

function record(facts: CarbonFacts, i18n: I18n, project: string): Html {
  const { t } = i18n;
  const [quality, vintage] = [qualityText(facts, i18n), vintageText(facts, i18n)];
  return html`<footer class="record">
    <dl>
      ${entry(t('carbonCertificate.project'), html`<span dir="auto">${project}</span>`)}
      ${entry(
        t('app.carbonOffsets.registry'),
        html`<span dir="auto">${cleanText(facts.registries.join(', '))}</span>`,
      )}
      ${quality === undefined ? undefined : entry(t('carbonCertificate.standard'), html`${quality}`)}
      ${vintage === undefined ? undefined : entry(t('app.carbonOffsets.vintage'), html`${vintage}`)}
      ${entry(
        t('certificate.date'),
        html`<time datetime="${facts.date.toISOString().slice(0, 10)}">${i18n.date(facts.date)}</time>`,
      )}
      ${entry(t('certificate.number'), html`<span class="number">${facts.number}</span>`)}
    </dl>
    <p class="verify">${t('certificate.verify')} <br /><a href="${facts.url}">${facts.url}</a></p>
    <p class="attest">${footerText(i18n)}</p>
    ${qrSvg(facts.url, t('certificate.verify'))}
  </footer>`;
}
