import { html, type Html } from '../html.js';
import { highlight, type SampleLanguage } from './highlight.js';

export interface Sample {
  readonly language: SampleLanguage;
  readonly code: string;
}

const titles: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  json: 'JSON',
};

/**
 * The same request in several languages. Radio buttons switch between them, so that no script is needed. If the browser does not
 * support the style sheet for this, all samples are shown.
 */
export const samplePanel = (name: string, label: string, samples: readonly Sample[]): Html =>
  html`<div class="panel samples">
    <fieldset class="panel-head">
      <legend class="unseen">Sample language: ${label}</legend>
      ${samples.map(
        ({ language }, index) =>
          html`<label class="tab"
            >${
              index === 0
                ? html`<input type="radio" name="language-${name}" value="${language}" checked />`
                : html`<input type="radio" name="language-${name}" value="${language}" />`
            }<span>${titles[language]}</span></label
          >`,
      )}
    </fieldset>
    ${samples.map(
      ({ language, code }) =>
        html`<pre
          class="code ${language}"
          data-language="${titles[language]}"
        ><code>${highlight(code, language)}</code></pre>`,
    )}
  </div>`;

export const jsonPanel = (title: string, value: unknown): Html | undefined =>
  value === undefined
    ? undefined
    : html`<div class="panel">
        <p class="panel-head panel-title">${title}</p>
        <pre class="code json"><code>${highlight(JSON.stringify(value, null, 2), 'json')}</code></pre>
      </div>`;

export const textPanel = (title: string, lines: readonly string[]): Html =>
  html`<div class="panel">
    <p class="panel-head panel-title">${title}</p>
    <pre class="code"><code>${lines.join('\n')}</code></pre>
  </div>`;
