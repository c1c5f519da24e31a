/* global document, fetch, FormData, URLSearchParams */

// Shows results of all documentation below the search box while one types. Without this script, the form leads to a page of them.

const form = document.querySelector('form.filter');
const input = document.querySelector('#filter');
const box = document.querySelector('.everywhere');
const contents = document.querySelector('.contents');
/** The reference finds its own text without asking the server. */
const ownHits = document.querySelector('.in-text');
const status = document.querySelector('.contents .nothing');

const pause = 150;
const maxShown = 8;

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const marked = (pieces) =>
  pieces.map(({ text, isMatch }) => (isMatch ? element('mark', text) : document.createTextNode(text)));

function item(href, ...children) {
  const link = document.createElement('a');
  link.href = href;
  link.append(...children);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function hitItem({ title, place, excerpt, url }) {
  const heading = document.createElement('b');
  heading.append(...marked(title));
  const text = document.createElement('span');
  text.append(...marked(excerpt));
  return item(url, heading, Object.assign(element('span', place), { className: 'place' }), text);
}

const isFoundHere = () => ownHits && (!ownHits.hidden || contents.querySelector('li:not([hidden])'));

function show(words, { hits, total }) {
  const shown = hits.filter(({ kind }) => kind === 'guide' || !isFoundHere()).slice(0, maxShown);
  const isAsked = input.value.trim() !== '';
  const all = item(
    `${form.action}?${words}`,
    element('b', total === 1 ? 'The result' : `All ${total} results`),
  );
  box.querySelector('ul').replaceChildren(...shown.map(hitItem), ...(total > 0 ? [all] : []));
  box.hidden = !isAsked || total === 0;
  if (!ownHits) contents.hidden = isAsked && total > 0;
  if (status && total > 0) status.textContent = '';
}

function searchWhileTyping() {
  let latest = 0;
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const number = ++latest;
    timer = setTimeout(async () => {
      const words = new URLSearchParams(new FormData(form));
      const nothing = { hits: [], total: 0 };
      const answer =
        input.value.trim() === ''
          ? undefined
          : await fetch(`${form.action}.json?${words}`).catch(() => undefined);
      const found = answer?.ok ? await answer.json() : nothing;
      // An answer to an earlier question may arrive late.
      if (number === latest) show(words, found);
    }, pause);
  });
}

/** Arrows lead from the box through the results and back. */
function moveByArrows() {
  document.querySelector('.sidebar').addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || input.value.trim() === '') return;
    const places = [input, ...document.querySelectorAll('.contents a, .hits a')].filter(
      (place) => place.offsetParent !== null,
    );
    const at = places.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    places[Math.max(0, at + step)]?.focus();
  });
}

// The page of all results has none of this.
if (box) {
  searchWhileTyping();
  moveByArrows();
}
