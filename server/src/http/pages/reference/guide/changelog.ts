import { html } from '../../html.js';
import { withCode } from '../inline-code.js';
import { addressOf } from '../navigation.js';
import type { Chapter, PageFacts } from '../page-facts.js';

/** What each revision changed, from the descriptions of the changes. */
export const changelog = ({ revisions }: PageFacts): Chapter => ({
  id: 'changelog',
  title: 'Changelog',
  text: html`<p>All revisions are served side by side, on the same data.</p>
    ${revisions.map(
      ({ name, changes }) =>
        html`<h3><a href="${addressOf(name)}">${name}</a></h3>
          ${
            changes.length > 0
              ? html`<ul>
                  ${changes.map(({ description }) => html`<li>${withCode(description)}</li>`)}
                </ul>`
              : html`<p>The first revision.</p>`
          }`,
    )}`,
});
