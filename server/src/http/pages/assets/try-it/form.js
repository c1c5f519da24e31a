/* global CSS, document */
import { currentKey, isOfSandbox, setKey, watchKey } from './key.js';
import { createElement } from './create-element.js';

const plain = { autocomplete: 'off', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' };

/** Programs that keep passwords would offer to keep the key. They leave alone what is no password. */
const secret = {
  ...plain,
  type: CSS.supports('-webkit-text-security', 'disc') ? 'text' : 'password',
  class: 'secret',
  required: true,
  pattern: String.raw`\s*[!-~]+\s*`,
  title: 'A key has no spaces and no accents',
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
};

/** What a field of the place may contain, so that it can be sent as it is. */
const limits = {
  // An address has no such steps: the browser would take them out.
  path: { pattern: String.raw`(?!\s*\.{1,2}\s*$).+`, title: 'Not . or ..' },
  query: {},
  header: { pattern: '[ -~]*', title: 'Only letters without accents, digits and signs' },
};

const labelled = (input, label, hint) => {
  const hintId = `${input.id}-hint`;
  if (hint) input.setAttribute('aria-describedby', hintId);
  return createElement(
    'div',
    { class: 'try-field' },
    createElement('label', { for: input.id }, ...label),
    input,
    hint ? createElement('p', { class: 'try-hint', id: hintId }, ...hint) : undefined,
  );
};

function keyField(id) {
  const input = createElement('input', { ...secret, id: `${id}-key`, placeholder: 'rg_test_…' });
  const forget = createElement('button', { type: 'button', class: 'quiet' }, 'Forget the key');
  const kind = createElement('span', { class: 'try-kind' });
  input.addEventListener('input', () => setKey(input.value.trim()));
  forget.addEventListener('click', () => {
    setKey('');
    input.focus();
  });
  watchKey((key) => {
    // While somebody types, the field keeps the spaces around the key.
    if (input.value.trim() !== key) input.value = key;
    forget.hidden = key === '';
    kind.textContent = key === '' ? '' : isOfSandbox(key) ? 'sandbox' : 'live';
    kind.className = `try-kind ${kind.textContent}`;
  });
  const howTo = document.getElementById('createSandbox')
    ? createElement('a', { href: '#createSandbox' }, 'create a sandbox')
    : 'create a sandbox';
  const field = labelled(
    input,
    ['API key ', kind],
    [
      'Only in the memory of this page: forgotten when you leave or reload it. Best is a key of a sandbox, where nothing has consequences: ',
      howTo,
      '.',
    ],
  );
  field.append(forget);
  return field;
}

function inputOf(id, { name, place, isRequired, options, example }) {
  const own = { id: `${id}-${place}-${name}`, required: isRequired };
  if (options.length === 0)
    return createElement('input', { ...plain, ...limits[place], ...own, type: 'text', placeholder: example });
  return createElement(
    'select',
    own,
    createElement('option', { value: '' }, '–'),
    ...options.map((option) => createElement('option', { value: option }, option)),
  );
}

const choice = (id, label, types) => {
  const select = createElement(
    'select',
    { id },
    ...types.map((type) => createElement('option', { value: type }, type)),
  );
  return { select, field: labelled(select, [label]) };
};

/** The body, with a sample in the chosen format. What was typed in a format is still there when it is chosen again. */
function bodyPart(id, bodies) {
  const texts = new Map(bodies.map(({ mediaType, text }) => [mediaType, text]));
  const area = createElement('textarea', { ...plain, id: `${id}-body`, rows: '8' });
  const { select, field } = choice(`${id}-type`, 'Content-Type', [...texts.keys()]);
  let type = select.value;
  const show = () => {
    area.value = texts.get(type);
    area.rows = Math.min(20, Math.max(4, area.value.split('\n').length + 1));
  };
  select.addEventListener('change', () => {
    texts.set(type, area.value);
    type = select.value;
    show();
  });
  show();
  return {
    fields: [...(bodies.length > 1 ? [field] : []), labelled(area, ['Body'])],
    read: () => (area.value.trim() === '' ? undefined : { mediaType: type, text: area.value }),
  };
}

/** The form of an operation. `read` returns what was entered. */
export function operationForm(id, { fields, bodies, answerTypes }) {
  const inputs = fields.map((field) => ({ field, input: inputOf(id, field) }));
  const account = createElement('input', { ...plain, ...limits.path, id: `${id}-account`, type: 'text' });
  const body = bodies.length > 0 ? bodyPart(id, bodies) : { fields: [], read: () => undefined };
  const accept = answerTypes.length > 1 ? choice(`${id}-accept`, 'Accept', answerTypes) : undefined;
  const send = createElement('button', { type: 'submit', class: 'send' }, 'Send');
  const stop = createElement('button', { type: 'button', class: 'quiet', hidden: true }, 'Stop');
  const isOptional = ({ field }) => !field.isRequired;
  const shown = ({ field, input }) =>
    labelled(
      input,
      [createElement('code', {}, field.name), field.isRequired ? ' required' : ''],
      field.meaning ? [field.meaning] : undefined,
    );
  const optional = inputs.filter(isOptional);
  const form = createElement(
    'form',
    { class: 'try-form', autocomplete: 'off' },
    keyField(id),
    ...inputs.filter((one) => !isOptional(one)).map(shown),
    ...body.fields,
    accept?.field,
    createElement(
      'details',
      { class: 'try-more' },
      createElement('summary', {}, 'Optional'),
      ...optional.map(shown),
      labelled(account, ['For the account'], ['Its id, if it is one below yours. Empty for your own.']),
    ),
    createElement('div', { class: 'try-buttons' }, send, stop),
  );
  return {
    form,
    send,
    stop,
    key: currentKey,
    read: () => ({
      values: new Map(inputs.map(({ field, input }) => [field.name, input.value.trim()])),
      account: account.value.trim(),
      body: body.read(),
      accept: accept?.select.value ?? 'application/json',
    }),
  };
}
