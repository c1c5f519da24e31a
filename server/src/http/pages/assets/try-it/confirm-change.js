/* global document, location */
import { make } from './make.js';

/** Asks before a live key changes something. A word must be typed, so that it does not happen by a slip. */
export function confirmChange({ method, path }) {
  const word = make('input', {
    id: 'try-confirm',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
  });
  const cancel = make('button', { type: 'button', class: 'quiet', autofocus: true }, 'Cancel');
  const go = make('button', { type: 'submit', class: 'danger', disabled: true }, 'Send for real');
  const form = make(
    'form',
    { autocomplete: 'off' },
    make('h2', { id: 'try-confirm-title' }, 'This changes data of the account'),
    make(
      'p',
      {},
      'The key is not one of a sandbox. ',
      make('code', {}, `${method} ${path}`),
      ` will be carried out by ${location.host}, and may not be possible to undo.`,
    ),
    make('label', { for: 'try-confirm' }, 'To send it, type ', make('code', {}, method)),
    word,
    make('div', { class: 'try-buttons' }, cancel, go),
  );
  const dialog = make('dialog', { class: 'try-dialog', 'aria-labelledby': 'try-confirm-title' }, form);
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
