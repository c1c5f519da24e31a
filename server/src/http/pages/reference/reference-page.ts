import type { Methodology } from '../../../features/paper/methodology.js';
import { defaultRevision } from '../../../wire/revisions/index.js';
import type { Revision } from '../../../wire/revisions/revision.js';
import type { Assets } from './reference-assets.js';
import { documentShell } from '../document-shell.js';
import { searchScript } from '../guide/documentation-shell.js';
import { html, type Html } from '../html.js';
import { authentication } from './guide/authentication.js';
import { changelog } from './guide/changelog.js';
import { conventions } from './guide/conventions.js';
import { conversion } from './guide/conversion.js';
import { errors } from './guide/errors.js';
import { gettingStarted } from './guide/getting-started.js';
import { lists } from './guide/lists.js';
import { rateLimits } from './guide/rate-limits.js';
import { idempotentRequests } from './guide/idempotent-requests.js';
import { accountsAndAccess } from './guide/accounts-and-access.js';
import type { ApiDescription } from './model.js';
import { navigation } from './navigation.js';
import { groupSection } from './operation-section.js';
import { operationsOf, type Chapter, type PageFacts } from './page-facts.js';

export interface ReferenceSource {
  readonly document: ApiDescription;
  readonly methodology: Methodology;
  /** Newest first. */
  readonly revisions: readonly Revision[];
}

const guide = [
  gettingStarted,
  authentication,
  accountsAndAccess,
  conventions,
  errors,
  lists,
  idempotentRequests,
  rateLimits,
  conversion,
];

export const chaptersOf = (facts: PageFacts): Chapter[] =>
  [...guide, changelog].map((chapter) => chapter(facts));

/** The complete reference of one revision. */
export function referencePage(
  assets: Assets,
  { document: api, methodology, revisions }: ReferenceSource,
): Html {
  const facts: PageFacts = { api, methodology, revisions };
  const chapters = guide.map((chapter) => chapter(facts));
  const closing = [changelog(facts)];
  const title = `Regrove API ${api.revision}`;
  return documentShell(assets, {
    title: `${title} · Reference`,
    description: `Reference of the ${title}, which turns paper consumption into funded trees and carbon credits`,
    head: searchScript(assets),
    body: html`<body>
      <a class="skip" href="#content">Skip to content</a>
      ${navigation(facts, chapters, closing)}
      <main
        id="content"
        tabindex="-1"
        data-revision="${api.revision}"
        data-try-it="${assets.tryIt.path}"
        data-try-it-style="${assets.tryItStyle.path}"
      >
        <div class="row hero">
          <div class="text">
            <p class="eyebrow">Reference · revision ${api.revision}</p>
            <h1>Paper in, trees out</h1>
            <p class="lead">
              The Regrove API turns paper consumption into funded trees and carbon credits. Every page is
              counted exactly once. ${operationsOf(api).length} operations, JSON over HTTPS.
            </p>
            ${otherRevisionNote(api)}
          </div>
          <div class="beside">
            <dl class="facts">
              <div>
                <dt>Base URL</dt>
                <dd><code>${api.baseUrl}</code></dd>
              </div>
              <div>
                <dt>OpenAPI</dt>
                <dd>
                  <a href="/v1/openapi.json?revision=${api.revision}">OpenAPI 3.1 document</a>
                </dd>
              </div>
              <div>
                <dt>Collections</dt>
                <dd>
                  <a href="/docs/${api.revision}/regrove.postman_collection.json">Postman</a> ·
                  <a href="/docs/${api.revision}/regrove-bruno.zip">Bruno</a>
                </dd>
              </div>
              <div>
                <dt>For JavaScript</dt>
                <dd><code>@regrove/sdk</code>, a file of each release</dd>
              </div>
            </dl>
          </div>
        </div>
        ${chapters.map(chapterSection)} ${api.groups.map((group) => groupSection(facts, group))}
        ${closing.map(chapterSection)}
      </main>
    </body>`,
  });
}

const chapterSection = ({ id, title, text, samples }: Chapter): Html =>
  html`<section id="${id}" class="row chapter" aria-labelledby="${id}-title">
    <div class="text">
      <h2 id="${id}-title">${title}</h2>
      ${text}
    </div>
    <div class="beside">${samples}</div>
  </section>`;

const otherRevisionNote = ({ revision }: ApiDescription): Html | undefined =>
  revision === defaultRevision
    ? undefined
    : html`<p class="note">
        New keys use revision <a href="/docs">${defaultRevision}</a> unless you choose this one. Both are
        supported, and the <a href="#changelog">changelog</a> lists the differences.
      </p>`;
