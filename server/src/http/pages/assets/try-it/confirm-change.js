/* global document, location */
import { createElement } from './create-element.js';

/** Asks before a live key changes something. A word must be typed, so that it does not happen by a slip. */
export function confirmChange({ url, init: { method } }) {
  const word = createElement('input', {
    id: 'try-confirm',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
  });
  const cancel = createElement('button', { type: 'button', class: 'quiet', autofocus: true }, 'Cancel');
  const go = createElement('button', { type: 'submit', class: 'danger', disabled: true }, 'Send for real');
  const form = createElement(
    'form',
    { autocomplete: 'off' },
    createElement('h2', { id: 'try-confirm-title' }, 'This changes data of the account'),
    createElement(
      'p',
      {},
      'The key is not one of a sandbox. ',
      createElement('code', {}, `${method} ${url}`),
      ` will be carried out by ${location.host}, and may not be possible to undo.`,
    ),
    createElement('label', { for: 'try-confirm' }, 'To send it, type ', createElement('code', {}, method)),
    word,
    createElement('div', { class: 'try-buttons' }, cancel, go),
  );
  const dialog = createElement(
    'dialog',
    { class: 'try-dialog', 'aria-labelledby': 'try-confirm-title' },
    form,
  );
  const isTyped = () => word.value.trim().toUpperCase() === method;
  word.addEventListener('input', () => (go.disabled = !isTyped()));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'send');
    });
    cancel.addEventListener('click', () => dialog.close());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (isTyped()) dialog.close('send');
    });
  });
}
