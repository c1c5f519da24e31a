import type { I18n } from '../../../messages/i18n.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { photoLimits } from '../../../platform/images/make-photos.js';
import { photoPath } from '../../../features/plantings/photo-path.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { pageHead, type PagePicture } from '../page-head.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';
import type { ProjectAssets } from './project-assets.js';
import type { ProjectFacts, ProjectMaps } from './project-facts.js';
import { hero, photos, places, plantings, species, survival } from './project-sections.js';

/** The public page of a forestry project: what is planted, and what was promised. */
export function projectPage(assets: ProjectAssets, facts: ProjectFacts, maps: ProjectMaps, i18n: I18n): Html {
  const { t, rounded, roundedPart } = i18n;
  const { url, figures, project } = facts;
  const name = cleanText(project.name);
  const mark = sandboxMark(facts, i18n);
  const texts = {
    title: markedTitle(t('project.pageTitle', { project: name }), mark),
    description: t('project.pageDescription', {
      project: name,
      planted: rounded(figures.planted),
      surviving: roundedPart(figures.surviving, figures.planted),
      certified: rounded(figures.certified),
      pending: rounded(figures.pending),
    }),
  };
  return documentShell(assets, {
    lang: i18n.locale,
    ...texts,
    head: html`${mark && noIndex}<link rel="stylesheet" href="${assets.ownStyle.path}" />
      <link rel="stylesheet" href="${assets.projectStyle.path}" />
      ${pageHead(i18n, texts, {
        url,
        picture: linkPicture(facts),
        alternates: { 'application/json': `${url}.json` },
      })}`,
    body: html`<body class="impact project">
      ${sandboxBand(mark)}
      <main>
        ${hero(facts, name, i18n)} ${places(facts, maps, name, i18n)} ${photos(facts, i18n)}
        ${survival(facts, i18n)} ${species(facts, i18n)} ${plantings(facts, i18n)}
        <div class="actions">
          <button class="button" type="button" data-action="share" hidden>${t('certificate.share')}</button>
          <a class="button" href="${facts.root}/projects/${project.id}.json">${t('project.data')}</a>
        </div>
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
}

/** The newest photo, or the picture of certificates. */
function linkPicture({ photos: [photo], picturePath, baseUrl }: ProjectFacts): PagePicture | undefined {
  if (photo) {
    const { width, height } = photo;
    return { url: baseUrl + photoPath(photo.id, 'large'), type: 'image/jpeg', width, height };
  }
  const { side } = photoLimits.small;
  return picturePath === undefined
    ? undefined
    : { url: baseUrl + picturePath, type: 'image/jpeg', width: side, height: side };
}
