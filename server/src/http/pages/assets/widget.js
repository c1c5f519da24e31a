/* global CSSStyleSheet, HTMLElement, ResizeObserver, URL, customElements, document, fetch, navigator */

// <regrove-impact slug="evergreen" locale="de"></regrove-impact> shows the trees of a public page with a link to it. Sets no
// cookie, and needs no more of the embedding page's policy than script-src and connect-src for this server.
(() => {
  // The server fills this in: for each language the label, and what is not claimed.
  const texts = TEXTS;
  const { src } = document.currentScript ?? document.querySelector('script[src$="/widget.js"]') ?? {};
  if (!src || customElements.get('regrove-impact')) return;

  const styleOf = () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      :host { display: inline-block; max-width: 100%; }
      :host([hidden]) { display: none; }
      a { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .4em .7em; box-sizing: border-box; max-width: min(100%, 24rem);
        padding: .6em 1em; border-radius: .65em; background: #143c2d; color: #fff; font: 600 1rem/1.3 system-ui, sans-serif;
        text-decoration: none; }
      a:hover strong { text-decoration: underline; }
      a:focus-visible { outline: 2px solid #e59a5c; outline-offset: 2px; }
      svg { flex: none; width: 1.9em; height: 1.9em; fill: #8fd0a5; }
      /* The leaf is above the text where there is no room beside it. */
      a > span { flex: 1 1 7.5em; min-width: 0; overflow-wrap: break-word; }
      strong, small { display: block; }
      /* Each half would look like a number of its own. */
      b { display: inline-block; font: inherit; white-space: nowrap; }
      small { color: #c4d6ca; font-size: .75em; font-weight: 400; }
      p { flex: 1 1 100%; min-width: 0; margin: 0; font-size: .75em; font-weight: 400; line-height: 1.4; overflow-wrap: anywhere; }
      p > * { display: block; font-style: normal; }
      i { margin-top: .4em; color: #c4d6ca; }
      i + i { font-size: .9em; }
      em { margin-top: .6em; padding: .2em .6em; border-radius: .4em; background: #9a4f1c; font-weight: 600; }
    `);
    return sheet;
  };

  const languageOf = (element) => {
    const asked =
      element.getAttribute('locale') || document.documentElement.lang || navigator.language || 'en';
    const name = asked.replace('_', '-');
    if (/^zh/i.test(name)) return /hant|tw|hk|mo/i.test(name) ? 'zh-TW' : 'zh-CN';
    const language = name.split('-')[0].toLowerCase();
    return language in texts ? language : 'en';
  };

  const create = (name, ...children) => {
    const element = document.createElement(name);
    element.append(...children);
    return element;
  };

  const leaf = () => {
    const space = 'http://www.w3.org/2000/svg';
    const picture = document.createElementNS(space, 'svg');
    picture.setAttribute('viewBox', '0 0 24 24');
    picture.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS(space, 'path');
    path.setAttribute(
      'd',
      'M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5zM13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5zM11.3 11.5h1.4V21h-1.4z',
    );
    picture.append(path);
    return picture;
  };

  /** The number does not break at the end of a line. */
  const sentence = ({ trees, number }) => {
    const [before, ...after] = trees.split(number);
    return create('strong', before, create('b', number), after.join(number));
  };

  /** A number that is too wide for its line shrinks. */
  const fit = (root) => {
    const number = root.querySelector('b');
    if (!number) return;
    number.style.fontSize = '';
    const share = number.parentElement.clientWidth / number.offsetWidth;
    if (share < 1) number.style.fontSize = `${share}em`;
  };

  class Impact extends HTMLElement {
    static observedAttributes = ['slug', 'locale'];
    #root = this.attachShadow({ mode: 'open' });
    /** Only the last of several concurrent updates is shown. */
    #turn = 0;
    #sizes = new ResizeObserver(() => fit(this.#root));

    connectedCallback() {
      this.#sizes.observe(this);
      void this.#show();
    }

    disconnectedCallback() {
      this.#sizes.disconnect();
    }

    attributeChangedCallback() {
      if (this.isConnected) void this.#show();
    }

    async #show() {
      const turn = ++this.#turn;
      const slug = this.getAttribute('slug');
      if (!slug) return this.#root.replaceChildren();
      const language = languageOf(this);
      const [label, note] = texts[language];
      const page = new URL(`impact/${encodeURIComponent(slug)}`, src);
      const link = create('a', label);
      link.href = `${page}?locale=${language}`;
      link.lang = language;
      link.title = note;
      try {
        const answer = await fetch(`${page}.json?locale=${language}`, {
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
        });
        if (turn !== this.#turn) return;
        // A link would lead nowhere.
        if (answer.status === 404) return this.#root.replaceChildren();
        const { texts: said } = await answer.json();
        if (turn !== this.#turn) return;
        if (!answer.ok || !said) throw new TypeError('no figures');
        const head = create('span', sentence(said), create('small', said.label));
        const lines = said.facts.map((fact) => create('span', fact));
        const small = said.methodology ? [create('i', said.note), create('i', said.methodology)] : [];
        const mark = said.sandbox ? [create('em', said.sandbox)] : [];
        link.replaceChildren(leaf(), head, create('p', ...lines, ...small, ...mark));
        this.#root.adoptedStyleSheets = [styleOf()];
      } catch {
        if (turn !== this.#turn) return;
        // Without figures, or in a browser that lacks something, it is a plain link.
        link.replaceChildren(label);
      }
      this.#root.replaceChildren(link);
      fit(this.#root);
    }
  }
  customElements.define('regrove-impact', Impact);
})();
