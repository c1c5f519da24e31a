/* global document, fetch */
import { createElement } from './try-it/create-element.js';
import { operationPanel } from './try-it/panel.js';

// Loaded by the reference when somebody tries the first operation.

const { revision, tryItStyle } = document.querySelector('main').dataset;

const loadStyle = () =>
  new Promise((resolve, reject) => {
    const link = createElement('link', { rel: 'stylesheet', href: tryItStyle });
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });

async function loadForms() {
  const [response] = await Promise.all([fetch(`/docs/${revision}/operations.json`), loadStyle()]);
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return response.json();
}

let loading;
const panels = new Map();

/** Opens or closes the panel of an operation. */
export async function toggle(article, button) {
  loading ??= loadForms().catch((error) => {
    loading = undefined;
    throw error;
  });
  const forms = await loading;
  const { id } = article;
  if (!panels.has(id)) {
    const panel = operationPanel(id, forms.operations[id], forms);
    panel.hidden = true;
    article.querySelector('.samples').after(panel);
    button.setAttribute('aria-controls', panel.id);
    panels.set(id, panel);
  }
  const panel = panels.get(id);
  panel.hidden = !panel.hidden;
  button.setAttribute('aria-expanded', String(!panel.hidden));
  if (panel.hidden) return;
  const fields = [...panel.querySelectorAll('form > .try-field :is(input, textarea, select)')];
  (fields.find((field) => field.required && field.value === '') ?? fields.at(-1)).focus();
}
