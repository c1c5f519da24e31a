import type { I18n } from '../../../messages/i18n.js';
import type { CertificateFacts } from '../certificate-facts.js';
import { html, type Html } from '../html.js';
import { plantingList } from '../project-page/planting-list.js';
import { coverageTexts } from './coverage-texts.js';

const photosPerPlanting = 1;

/** Below a certificate: the plantings that stand for its trees, and what is pending. */
export function coverageSection({ coverage, trees, root, project }: CertificateFacts, i18n: I18n): Html {
  const { t, number } = i18n;
  const { state, note } = coverageTexts(coverage, trees, i18n);
  const { plantings, plantingCount } = coverage;
  return html`<section class="coverage">
    <h2>${t('certificate.plantings')}</h2>
    <p class="state">${state}</p>
    ${note === undefined ? undefined : html`<p class="of">${note}</p>`}
    ${plantings.length === 0 ? undefined : plantingList(plantings, i18n, { root, photos: photosPerPlanting })}
    ${
      plantingCount > plantings.length
        ? html`<p class="of">
            ${t('certificate.firstPlantings', {
              shown: number(plantings.length),
              count: number(plantingCount),
            })}
          </p>`
        : undefined
    }
    <p><a href="${project.path}">${t('certificate.aboutProject')}</a></p>
  </section>`;
}
