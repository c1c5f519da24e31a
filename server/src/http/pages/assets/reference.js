/* global document, localStorage, matchMedia, navigator, window, IntersectionObserver, location */

// The page is complete without this script, which adds copying, remembering, searching and trying.

const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/** Storage may be forbidden or full: then nothing is remembered. */
const memory = {
  read(name) {
    try {
      return localStorage.getItem(`regrove-${name}`);
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`regrove-${name}`, value);
    } catch {
      // See above.
    }
  },
};

function offerTheme() {
  const root = document.documentElement;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) ===
    'dark';
  for (const button of all('button.theme')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      memory.write('theme', root.dataset.theme);
    });
  }
}

/** One choice of language for all samples. A sample without that language keeps its own. */
function rememberLanguage() {
  const inputs = all('.samples input');
  const choose = (language) => {
    for (const input of inputs) if (input.value === language) input.checked = true;
  };
  const known = memory.read('language');
  if (known) choose(known);
  document.addEventListener('change', ({ target }) => {
    if (!inputs.includes(target)) return;
    // Samples above may change their height. Scroll so that the one being read stays in place.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    window.scrollBy(0, target.getBoundingClientRect().top - before);
    memory.write('language', target.value);
  });
}

function offerCopies() {
  if (!navigator.clipboard) return;
  for (const panel of all('.panel')) {
    const head = panel.querySelector('.panel-head');
    if (!head || !panel.querySelector('pre')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      const shown = all('pre', panel).filter((pre) => pre.offsetParent !== null);
      await navigator.clipboard.writeText(shown.map((pre) => pre.textContent).join('\n'));
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    head.append(button);
  }
}

/** The forms, and what sends them, are loaded when the first one is opened. */
function offerTrying() {
  const { tryIt } = document.querySelector('main').dataset;
  for (const article of all('.operation')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'try-it';
    button.textContent = 'Try it';
    button.setAttribute('aria-label', `Try it: ${article.dataset.operation}`);
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', async () => {
      try {
        const { toggle } = await import(tryIt);
        await toggle(article, button);
      } catch {
        button.textContent = 'Try it again: it could not be loaded';
        button.removeAttribute('aria-label');
      }
    });
    article.querySelector('.samples .panel-head').append(button);
  }
}

const maxHits = 40;

/** The searchable texts below the headings: a field, a paragraph, a list item. Read on first use. */
const readPieces = () =>
  all('main :is(.operation, .chapter, .group > .row)').flatMap((section) => {
    const place = section.closest('[id]');
    const title = place.querySelector('h2, h3').textContent;
    const endpoint = section.dataset.operation ?? '';
    return all('.text :is(tbody tr, p, li, dt, dd)', section)
      .filter((piece) => !piece.querySelector('p, li, tr'))
      .map((piece) => ({
        piece,
        id: place.id,
        title,
        endpoint,
        text: piece.textContent.replace(/\s+/g, ' ').trim(),
      }));
  });

/** Scrolls to the text and opens sections that hide it. */
function reveal(piece) {
  for (const details of all('main details')) if (details.contains(piece)) details.open = true;
  piece.scrollIntoView({ block: 'center' });
  for (const other of all('main .found')) other.classList.remove('found');
  piece.classList.add('found');
}

/** The text around the first search word. */
function excerptOf(text, wanted) {
  const at = Math.max(0, text.toLowerCase().indexOf(wanted[0]) - 30);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 90)}${text.length > at + 90 ? '…' : ''}`;
}

function hitLink({ piece, id, title, endpoint, text }, wanted) {
  const link = document.createElement('a');
  link.href = `#${id}`;
  const place = document.createElement('b');
  place.textContent = endpoint || title;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptOf(text, wanted);
  link.append(place, excerpt);
  // After the browser has scrolled to the section.
  link.addEventListener('click', () => setTimeout(() => reveal(piece)));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Lists the search results below the contents. */
function showHits(box, pieces, wanted) {
  const isHit = ({ text, endpoint, title }) => {
    const own = text.toLowerCase();
    const all = `${own} ${endpoint.toLowerCase()} ${title.toLowerCase()}`;
    return wanted.some((word) => own.includes(word)) && wanted.every((word) => all.includes(word));
  };
  const hits = wanted.length > 0 ? pieces.filter(isHit) : [];
  box.hidden = hits.length === 0;
  box.querySelector('ul').replaceChildren(...hits.slice(0, maxHits).map((hit) => hitLink(hit, wanted)));
  return hits.length;
}

function offerFilter() {
  const hits = document.querySelector('.in-text');
  if (!hits) return;
  const input = document.querySelector('#filter');
  const contents = document.querySelector('.contents');
  const status = contents.querySelector('.nothing');
  const entries = all('li', contents).map((item) => {
    const link = item.querySelector('a');
    const group = item.closest('details')?.querySelector('summary').textContent ?? '';
    return { item, words: `${group} ${link.textContent} ${link.title}`.toLowerCase() };
  });
  let opened = [];
  let pieces;
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { item, words } of entries) item.hidden = !wanted.every((word) => words.includes(word));
    for (const group of all('details', contents)) {
      group.hidden = all('li', group).every((item) => item.hidden);
      if (wanted.length > 0 && !group.open) {
        group.open = true;
        opened.push(group);
      }
    }
    if (wanted.length === 0) {
      for (const group of opened) group.open = false;
      opened = [];
    }
    for (const title of all('.contents-title', contents)) title.hidden = wanted.length > 0;
    pieces ??= readPieces();
    const found = showHits(hits, pieces, wanted);
    const hasNone = found === 0 && entries.every(({ item }) => item.hidden);
    status.textContent = hasNone ? 'No matches.' : '';
  });
  input.addEventListener('keydown', (event) => {
    const first = entries.find(({ item }) => !item.hidden && !item.matches('.overview'));
    const link = first?.item.querySelector('a') ?? hits.querySelector('a');
    if (event.key !== 'Enter' || !link) return;
    // Otherwise the form leads to the page of all results.
    event.preventDefault();
    link.click();
  });
}

function focusSearchBySlash() {
  const input = document.querySelector('#filter');
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input:not([type=radio]), textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input?.focus();
  });
}

/** Marks the current section in the contents. */
function followReading() {
  const links = new Map(all('.contents a, .toc a').map((link) => [link.hash.slice(1), link]));
  const visible = new Set();
  const targets = all('main [id]').filter(({ id }) => links.has(id) && !id.endsWith('-title'));
  let current;
  const mark = () => {
    const topmost = targets.filter((target) => visible.has(target)).at(-1);
    const link = topmost && links.get(topmost.id);
    if (!link || link === current) return;
    current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    const group = link.closest('.contents details');
    const earlier = current?.closest('.contents details');
    if (earlier && earlier !== group && earlier.dataset.followed) earlier.open = false;
    if (group && !group.open) {
      group.open = true;
      group.dataset.followed = 'yes';
    }
    current = link;
    const sidebar = link.closest('.sidebar');
    if (!sidebar) return;
    const { top, bottom } = link.getBoundingClientRect();
    if (top < 80 || bottom > sidebar.clientHeight - 40) {
      sidebar.scrollTop += top - sidebar.clientHeight / 2;
    }
  };
  // The section in a band near the top of the window is the current one.
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      mark();
    },
    { rootMargin: '-15% 0px -80% 0px' },
  );
  for (const target of targets) observer.observe(target);
}

/** The guide has more pages than fit into the navigation. */
function showCurrentPage() {
  document.querySelector('.contents [aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}

/** Another revision opens at the same section. */
function keepPlaceAcrossRevisions() {
  for (const link of all('.revisions a')) {
    link.addEventListener('click', () => {
      if (location.hash !== '#navigation') link.hash = location.hash;
    });
  }
}

function unfoldForPrint() {
  let folded = [];
  window.addEventListener('beforeprint', () => {
    folded = all('main details:not([open])');
    for (const details of folded) details.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
  });
}

offerTheme();
rememberLanguage();
offerTrying();
offerCopies();
offerFilter();
focusSearchBySlash();
followReading();
showCurrentPage();
keepPlaceAcrossRevisions();
unfoldForPrint();
