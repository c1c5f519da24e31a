import type { PlantingPhoto, ProjectPhoto } from '../../../features/plantings/planting-photo-store.js';
import { photoPath } from '../../../features/plantings/photo-path.js';
import type { PublicPlanting } from '../../../features/plantings/public-planting-store.js';
import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import type { I18n } from '../../../messages/i18n.js';
import type { Decimal } from '../../../platform/decimals.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { isWebAddress } from '../../../platform/text/web-address.js';
import { html, type Html } from '../html.js';

export interface ListedPlanting extends PublicPlanting {
  /** How many trees of a certificate it stands for, on the page of one. */
  readonly coveringTrees?: Decimal;
  readonly photos: readonly PlantingPhoto[];
}

interface ListOptions {
  /** What paths on the same host begin with. */
  readonly root: string;
  /** How many photos each planting is shown with. */
  readonly photos: number;
}

export const plantingList = (
  plantings: readonly ListedPlanting[],
  i18n: I18n,
  { root, photos }: ListOptions,
): Html =>
  html`<ol class="plantings">
    ${plantings.map(
      (planting) =>
        html`<li>
          <div>
            <p class="what">
              <strong dir="auto">${cleanText(planting.reference)}</strong>
              <time datetime="${planting.plantedOn}">${i18n.date(new Date(planting.plantedOn))}</time>
            </p>
            ${amounts(planting, i18n)} ${origin(planting, i18n)}
          </div>
          ${photoGrid(newestOf(planting, photos), i18n, root)}
        </li>`,
    )}
  </ol>`;

const newestOf = ({ photos, reference }: ListedPlanting, count: number): ProjectPhoto[] =>
  photos.slice(Math.max(0, photos.length - count)).map((photo) => ({ ...photo, reference }));

function amounts(planting: ListedPlanting, { t, rounded, roundedPart, date }: I18n): Html {
  const { trees, survivingTrees, coveringTrees, survival } = planting;
  const audit = survival.at(-1);
  const parts = [
    t('app.amount.trees', { trees }),
    t('project.survivingTrees', { number: roundedPart(survivingTrees, trees) }),
    audit &&
      t('project.auditedOn', {
        date: date(new Date(audit.auditedOn)),
        auditor: isolateBidi(audit.auditor),
      }),
  ];
  return html`${
      coveringTrees === undefined
        ? undefined
        : html`<p>${t('certificate.plantingTrees', { number: rounded(coveringTrees) })}</p>`
    }
    <p class="${coveringTrees === undefined ? '' : 'of'}">${parts.filter(Boolean).join(' · ')}</p>`;
}

/** Who planted what, and who else has published it. What is stored is checked again: anything else would be a way into the page. */
const origin = ({ partner, species, sourceUrl }: ListedPlanting, { t }: I18n): Html =>
  html`<p class="of">
    ${[t('project.plantedBy', { partner: isolateBidi(partner) }), species.map(isolateBidi).join(', ')]
      .filter(Boolean)
      .join(' · ')}
    ${
      sourceUrl !== null && isWebAddress(sourceUrl)
        ? html`<span class="whole"
            >· <a href="${sourceUrl}" rel="noopener nofollow">${t('project.source')}</a></span
          >`
        : undefined
    }
  </p>`;

/** Photos with date and caption; each leads to the large one. */
export const photoGrid = (photos: readonly ProjectPhoto[], i18n: I18n, root: string): Html | undefined =>
  photos.length === 0
    ? undefined
    : html`<ul class="photos">
        ${photos.map((photo) => html`<li>${photoFigure(photo, i18n, root)}</li>`)}
      </ul>`;

function photoFigure(
  { id, width, height, takenOn, caption, reference }: ProjectPhoto,
  { t, date }: I18n,
  root: string,
): Html {
  const words = caption === null ? undefined : cleanText(caption);
  const day =
    takenOn === null ? undefined : html`<time datetime="${takenOn}">${date(new Date(takenOn))}</time>`;
  return html`<figure>
    <a href="${root}${photoPath(id, 'large')}"
      ><img
        src="${root}${photoPath(id, 'small')}"
        alt="${t('project.photoAlt', { reference: isolateBidi(reference) })}"
        width="${width}"
        height="${height}"
        loading="lazy"
    /></a>
    ${words === undefined && !day ? undefined : html`<figcaption>${words && html`<span dir="auto">${words}</span> `}${day}</figcaption>`}
  </figure>`;
}
