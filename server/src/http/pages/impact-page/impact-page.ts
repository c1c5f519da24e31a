import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import { pendingOf } from '../../../features/projects/trees-by-account-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { certificateUrl, projectUrl } from '../../../messages/links.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { isWebAddress } from '../../../platform/text/web-address.js';
import { placeName } from '../../../messages/places/place-name.js';
import { methodologyNote } from '../methodology-part.js';
import { certificateNumber } from '../certificate-number.js';
import { mapSvg, numberedMapSvg, ringsSvg } from '../certificate-figures/svg-figures.js';
import { languageSwitch } from '../certificate-page/language-switch.js';
import { documentShell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import { pageHead } from '../page-head.js';
import { markedTitle, noIndex, sandboxBand, sandboxMark } from '../sandbox-mark.js';
import { figureClassOf, nameClassOf } from '../text-classes.js';
import type { ImpactAssets } from './impact-assets.js';
import type { ImpactFacts } from './impact-facts.js';
import { monthChart } from './month-chart.js';

/** The public page of an account. */
export function impactPage(assets: ImpactAssets, facts: ImpactFacts, i18n: I18n): Html {
  const { t } = i18n;
  const { trees, pages, url } = facts;
  const name = cleanText(facts.name);
  const mark = sandboxMark(facts, i18n);
  const texts = {
    title: markedTitle(t('certificate.pageTitle', { name, trees }), mark),
    description: t(facts.months.length === 0 ? 'impact.empty' : 'impact.description', { name, trees, pages }),
  };
  return documentShell(assets, {
    lang: i18n.locale,
    ...texts,
    head: html`${mark && noIndex}<link rel="stylesheet" href="${assets.ownStyle.path}" />${pageHead(
        i18n,
        texts,
        {
          url,
          picture: `${url}.png?locale=${i18n.locale}`,
          alternates: { 'application/json': `${url}.json` },
        },
      )}`,
    body: html`<body class="impact">
      ${sandboxBand(mark)}
      <main>
        ${hero(facts, name, i18n)} ${byMonth(facts, i18n)} ${places(facts, i18n)} ${certificates(facts, i18n)}
        ${claims(facts, name, i18n)}
        <div class="actions">
          <button class="button" type="button" data-action="share" hidden>${t('certificate.share')}</button>
        </div>
      </main>
      ${languageSwitch(i18n)}
    </body>`,
  });
}

function hero({ slug, trees, covered, pages, months }: ImpactFacts, name: string, i18n: I18n): Html {
  const { t, month } = i18n;
  const number = i18n.rounded(trees);
  const [first] = months;
  return html`<header class="hero">
    ${ringsSvg(slug, false)}
    <p class="kicker">${t('badge.label')}</p>
    <h1 class="name ${nameClassOf(name)}" dir="auto">${name}</h1>
    <p class="trees">
      <strong class="${figureClassOf(number)}">${number}</strong>
      <span>${t('certificate.trees', { trees })}</span>
    </p>
    <p class="aside">
      ${first ? t('certificate.pages', { pages }) : t('impact.empty')}
      ${first ? html`<br />${t('impact.since', { month: month(new Date(first.month)) })}` : undefined}
      ${first ? html`<br />${plantedText({ trees, covered }, i18n)}` : undefined}
    </p>
  </header>`;
}

const section = (heading: string, content: Html): Html =>
  html`<section class="card">
    <h2>${heading}</h2>
    ${content}
  </section>`;

const byMonth = ({ months }: ImpactFacts, i18n: I18n): Html | undefined =>
  months.length === 0 ? undefined : section(i18n.t('impact.byMonth'), monthChart(months, i18n));

const plantedText = (project: Pick<ImpactFacts, 'trees' | 'covered'>, { t, rounded }: I18n): string =>
  t('app.amount.planted', { planted: rounded(project.covered), pending: rounded(pendingOf(project)) });

/** The pins have the numbers of the list. */
function places({ projects, baseUrl }: ImpactFacts, i18n: I18n): Html | undefined {
  if (projects.length === 0) return undefined;
  const { t } = i18n;
  const named = projects.map((project) => ({ ...project, name: cleanText(project.name) }));
  const label = t('certificate.mapAlt', { project: named.map(({ name }) => name).join(', ') });
  return section(
    t('impact.projects'),
    html`${named.length === 1 ? mapSvg(named, label) : numberedMapSvg(named, label)}
      <ol class="projects">
        ${named.map(
          ({ id, name, trees, covered, website, ...place }) =>
            html`<li>
              <strong dir="auto"><a href="${projectUrl(baseUrl, id)}">${name}</a></strong>
              <span class="place" dir="auto">${placeName(place, i18n)}</span>
              <span>${t('app.amount.trees', { trees })}</span>
              <span class="of">${plantedText({ trees, covered }, i18n)}</span>
              ${ownSite(website, t('project.website'))}
            </li>`,
        )}
      </ol>`,
  );
}

/** The project's own site. What is stored is checked again: anything else would be a way into the page. */
const ownSite = (website: string, text: string): Html | undefined =>
  isWebAddress(website) ? html`<a href="${website}" rel="noopener nofollow">${text}</a>` : undefined;

function certificates(
  { certificates: newest, projects, baseUrl }: ImpactFacts,
  i18n: I18n,
): Html | undefined {
  if (newest.length === 0) return undefined;
  const { t, date } = i18n;
  const names = new Map(projects.map(({ id, name }) => [id, cleanText(name)]));
  return section(
    t('impact.certificates'),
    html`<ul class="certificates">
      ${newest.map(
        ({ id, trees, pages, date: issued, projectId }) =>
          html`<li>
            <a href="${certificateUrl(baseUrl, id)}">${certificateNumber(id)}</a>
            <span>${t('badge.trees', { trees })} · ${t('certificate.pages', { pages })}</span>
            <span class="of"
              ><span dir="auto">${names.get(projectId)}</span> ·
              <span class="whole">${date(issued)}</span></span
            >
          </li>`,
      )}
    </ul>`,
  );
}

/** Nothing is claimed as long as there are no trees. */
const claims = (
  { months, includeDescendants, methodology }: ImpactFacts,
  name: string,
  i18n: I18n,
): Html | undefined => {
  const { t } = i18n;
  return months.length === 0
    ? undefined
    : html`<section class="claims">
        <h2>${t('impact.claimsTitle')}</h2>
        <p>${t('impact.claims', { name: isolateBidi(name) })}</p>
        <p>${t('claims.note')}</p>
        ${includeDescendants ? html`<p>${t('impact.below', { name: isolateBidi(name) })}</p>` : undefined}
        ${methodologyNote(methodology.origin, i18n)}
        ${methodology.hasEarlier ? html`<p>${t('methodology.earlier')}</p>` : undefined}
      </section>`;
};
