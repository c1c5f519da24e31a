import type { PlantingFigures } from '../../../features/plantings/planting-figures-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { isWebAddress } from '../../../platform/text/web-address.js';
import { placeText } from '../../../messages/places/place-name.js';
import { ringsSvg } from '../certificate-figures/svg-figures.js';
import { html, type Html } from '../html.js';
import { nameClassOf } from '../text-classes.js';
import { photoGrid, plantingList } from './planting-list.js';
import type { ProjectFacts, ProjectMaps } from './project-facts.js';
import { overviewMap, plantingMap } from './project-map.js';
import { survivalTable } from './survival-table.js';

/** What the page is about: the project and its figures. */
export function hero({ project, figures, picturePath, root }: ProjectFacts, name: string, i18n: I18n): Html {
  const { t } = i18n;
  const introduction = cleanText(project.contentIntroduction);
  const figureText = (figure: (typeof figureNames)[number]): string =>
    figure === 'surviving'
      ? i18n.roundedPart(figures.surviving, figures.planted)
      : i18n.rounded(figures[figure]);
  return html`<header class="hero">
    ${ringsSvg(project.id, false)}
    ${
      picturePath === undefined
        ? undefined
        : html`<img class="portrait" src="${root}${picturePath}" alt="" width="480" height="480" />`
    }
    <p class="kicker">${t('project.kicker')}</p>
    <h1 class="name ${nameClassOf(name)}" dir="auto">${name}</h1>
    ${introduction === '' ? undefined : html`<p class="introduction" dir="auto">${introduction}</p>`}
    <dl class="figures">
      ${figureNames.map(
        (figure) =>
          html`<div>
            <dt>${t(`project.${figure}`)}</dt>
            <dd>${figureText(figure)}</dd>
          </div>`,
      )}
    </dl>
    <p class="aside">${t('project.figuresNote')}</p>
    <p class="aside">${t('claims.note')}</p>
    ${
      isWebAddress(project.website)
        ? html`<p class="aside">
            <a href="${project.website}" rel="noopener nofollow">${t('project.website')}</a>
          </p>`
        : undefined
    }
  </header>`;
}

const figureNames = [
  'planted',
  'surviving',
  'certified',
  'pending',
] as const satisfies readonly (keyof PlantingFigures)[];

const section = (heading: string, content: Html): Html =>
  html`<section class="card">
    <h2>${heading}</h2>
    ${content}
  </section>`;

/** The countries around it, and the areas of its plantings. */
export function places(
  { project, outlines }: ProjectFacts,
  maps: ProjectMaps,
  name: string,
  i18n: I18n,
): Html {
  const { t } = i18n;
  const place = {
    place: project.place,
    latitude: project.forestLatitude,
    longitude: project.forestLongitude,
  };
  return section(
    t('project.location'),
    html`<div class="maps">
      ${
        maps.closeUp && maps.surroundings
          ? html`<figure>
              ${plantingMap(
                maps.closeUp,
                maps.surroundings,
                maps.outlines,
                t('project.areasAlt', { project: name }),
                i18n,
              )}
              <figcaption>${t('project.areas', { count: i18n.number(outlines.length) })}</figcaption>
            </figure>`
          : undefined
      }
      <figure>
        ${overviewMap(maps.overview, maps.region, maps.place, t('certificate.mapAlt', { project: name }))}
        <figcaption dir="ltr">${placeText(place, i18n)}</figcaption>
      </figure>
    </div>`,
  );
}

export const photos = ({ photos: newest, root }: ProjectFacts, i18n: I18n): Html | undefined => {
  const grid = photoGrid(newest, i18n, root);
  return grid && section(i18n.t('project.photos'), grid);
};

export const survival = ({ survival: months }: ProjectFacts, i18n: I18n): Html | undefined =>
  months.length === 0
    ? undefined
    : section(
        i18n.t('project.survival'),
        html`${survivalTable(months, i18n)}
          <p class="note">${i18n.t('project.survivalNote')}</p>`,
      );

export const species = ({ species: names }: ProjectFacts, { t }: I18n): Html | undefined =>
  names.length === 0
    ? undefined
    : section(
        t('project.species'),
        html`<ul class="species">
          ${names.map((name) => html`<li dir="auto">${cleanText(name)}</li>`)}
        </ul>`,
      );

/** Each with its newest photo is enough: all of them are above. */
export const plantings = ({ plantings: newest, plantingCount, root }: ProjectFacts, i18n: I18n): Html =>
  section(
    i18n.t('project.plantings'),
    newest.length === 0
      ? html`<p>${i18n.t('project.noPlantings')}</p>`
      : html`${plantingList(newest, i18n, { root, photos: 0 })}
        ${
          plantingCount > newest.length
            ? html`<p class="note">
                ${i18n.t('project.newestPlantings', {
                  shown: i18n.number(newest.length),
                  count: i18n.number(plantingCount),
                })}
              </p>`
            : undefined
        }`,
  );
