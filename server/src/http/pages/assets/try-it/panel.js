/* global addEventListener, location */
import { answerParts, failureText, statusText } from './answer.js';
import { confirmChange } from './confirm-change.js';
import { operationForm } from './form.js';
import { isOfSandbox, revisionOfKey } from './key.js';
import { createElement } from './create-element.js';
import { requestOf, send } from './send.js';

/** The panel of an operation: its form, and the newest answer. */
export function operationPanel(id, operation, { revision, baseUrl }) {
  const { method, path } = operation;
  const isChange = method !== 'GET';
  const parts = operationForm(`try-${id}`, operation);
  const status = createElement('p', { class: 'try-status', role: 'status' });
  const note = createElement('p', { class: 'try-note', role: 'status' });
  const answer = createElement('div', { class: 'try-answer' });
  let running;

  const clear = () => {
    status.textContent = '';
    status.className = 'try-status';
    note.textContent = '';
    answer.replaceChildren();
  };

  const show = async (result, key) => {
    if (result.failure) {
      status.textContent = failureText(result.failure, isChange);
      status.classList.add('failed');
      return;
    }
    status.textContent = statusText(result);
    status.classList.add(result.response.ok ? 'done' : 'failed');
    answer.replaceChildren(...answerParts(result, baseUrl));
    if (!result.response.headers.has('api-revision')) return;
    const pinned = await revisionOfKey();
    if (pinned !== undefined && pinned !== revision && key === parts.key())
      note.textContent = `This key is pinned to revision ${pinned}. This page sent the header API-Revision: ${revision}, which your program needs, too.`;
  };

  parts.form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return;
    const key = parts.key();
    const request = requestOf(operation, parts.read(), { key, revision });
    clear();
    if (isChange && !isOfSandbox(key) && !(await confirmChange(request))) return;
    // The key may have been forgotten while the question was open, and the question may have been asked twice.
    if (running || key !== parts.key()) return;
    status.textContent = 'Waiting for the answer…';
    running = send(request);
    parts.stop.hidden = false;
    parts.send.disabled = true;
    const result = await running.result;
    running = undefined;
    const hadFocus = parts.stop.matches(':focus');
    parts.stop.hidden = true;
    parts.send.disabled = false;
    if (hadFocus) parts.send.focus();
    await show(result, key);
  });
  parts.stop.addEventListener('click', () => running?.stop());
  // Answers may have secrets, such as a new key.
  addEventListener('pagehide', clear);

  const isElsewhere = new URL(baseUrl).origin !== location.origin;
  return createElement(
    'section',
    { class: 'panel try', id: `try-${id}`, 'aria-label': `Try ${method} ${path}` },
    createElement('p', { class: 'panel-head panel-title' }, `Try ${method} ${path}`),
    isElsewhere
      ? createElement(
          'p',
          { class: 'try-note' },
          `Requests go to ${location.origin}/v1, where you opened this page. The public address is ${baseUrl}.`,
        )
      : undefined,
    parts.form,
    status,
    note,
    answer,
  );
}
