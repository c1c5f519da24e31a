import { html, type Html } from '../html.js';
import { fieldTable } from './field-table.js';
import { withCode } from './inline-code.js';
import type { Operation, OperationGroup } from './model.js';
import { operationNotes } from './operation-notes.js';
import { groupId, type PageFacts } from './page-facts.js';
import { jsonPanel, samplePanel, type Sample } from './sample-panel.js';
import { curlSample } from './samples/curl.js';
import { pythonSample } from './samples/python.js';
import { sdkSample } from './samples/sdk.js';

export const groupSection = (facts: PageFacts, { name, description, operations }: OperationGroup): Html =>
  html`<section id="${groupId(name)}" class="group" aria-labelledby="${groupId(name)}-title">
    <div class="row">
      <div class="text">
        <h2 id="${groupId(name)}-title">${name}</h2>
        <p class="lead">${description}.</p>
      </div>
      <div class="beside">
        <div class="panel">
          <p class="panel-head panel-title">Endpoints</p>
          <ul class="endpoints">
            ${operations.map(
              ({ id, method, path }) =>
                html`<li>
                  <a href="#${id}">${methodBadge(method)} <span>${path}</span></a>
                </li>`,
            )}
          </ul>
        </div>
      </div>
    </div>
    ${operations.map((operation) => operationSection(facts, operation))}
  </section>`;

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

const operationSection = (facts: PageFacts, operation: Operation): Html => {
  const { id, method, path, summary, request, answer, parameters } = operation;
  const note = operationNotes[id];
  const tables = (['path', 'query', 'header'] as const).map((place) => ({
    title: { path: 'In the path', query: 'In the query', header: 'Headers' }[place],
    fields: parameters.filter((parameter) => parameter.place === place),
  }));
  return html`<article id="${id}" class="row operation" data-operation="${method} ${path}">
    <div class="text">
      <h3><a class="anchor" href="#${id}">${summary}</a></h3>
      <p class="endpoint">${methodBadge(method)} <code>${path}</code></p>
      ${note === undefined ? undefined : html`<p>${withCode(note)}</p>`}
      ${
        request
          ? html`<h4>Body</h4>
              ${fieldTable(`Body of ${method} ${path}`, request.fields, 'required')}`
          : undefined
      }
      ${tables
        .filter(({ fields }) => fields.length > 0)
        .map(
          ({ title, fields }) =>
            html`<h4>${title}</h4>
              ${fieldTable(`${title}: ${method} ${path}`, fields, 'required')}`,
        )}
      <details class="answer">
        <summary>
          <h4>${answer.isList ? 'Answer: a list' : 'Answer'}</h4>
          <span class="count">${answer.fields.length} fields${answer.isList ? ' in each' : ''}</span>
        </summary>
        ${fieldTable(`Answer to ${method} ${path}`, answer.fields)}
      </details>
    </div>
    <div class="beside">
      ${samplePanel(id, `${method} ${path}`, samplesOf(facts, operation))}
      ${jsonPanel('Response · 200', answer.example)}
    </div>
  </article>`;
};

function samplesOf({ api }: PageFacts, operation: Operation): Sample[] {
  const javascript = sdkSample(operation);
  return [
    { language: 'curl', code: curlSample(api, operation) },
    ...(javascript === undefined ? [] : [{ language: 'javascript', code: javascript } as const]),
    { language: 'python', code: pythonSample(operation) },
  ];
}
