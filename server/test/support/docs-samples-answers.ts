const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Compares the response on a page with the real one. A page may omit fields, end an array with `"..."` and write
 * `...` for any text. Its ids are made up: each stands for one real id, the same throughout the page.
 */
export class Comparison {
  readonly #real = new Map<string, string>();

  json(shown: string, real: string): string[] {
    return this.#value(JSON.parse(shown), JSON.parse(real), 'the answer');
  }

  /** Compares the status line and the headers that are shown. Numbers in headers may differ. */
  http(shown: string, real: string): string[] {
    const [statusLine = '', ...headers] = lines(real);
    const [shownStatusLine = '', ...shownHeaders] = lines(shown);
    const found = new Map(headers.map(split).map(([name, value]) => [name.toLowerCase(), value]));
    return [
      ...this.#text(shownStatusLine, statusLine.trim(), 'the status line'),
      ...shownHeaders.map(split).flatMap(([name, value]) => {
        const actual = found.get(name.toLowerCase());
        if (actual === undefined) return [`there is no header ${name}`];
        return isNumber(value) && isNumber(actual) ? [] : this.#text(value, actual, name);
      }),
    ];
  }

  text(shown: string, real: string): string[] {
    const actual = lines(real);
    const expected = lines(shown);
    if (actual.length !== expected.length)
      return [`printed ${actual.length} lines, not ${expected.length}:\n${real}`];
    return expected.flatMap((line, index) => this.#text(line, actual[index] ?? '', `line ${index + 1}`));
  }

  #value(shown: unknown, real: unknown, at: string): string[] {
    if (typeof shown === 'string' && typeof real === 'string') return this.#text(shown, real, at);
    if (Array.isArray(shown) && Array.isArray(real)) return this.#array(shown, real, at);
    if (isObject(shown) && isObject(real)) {
      return Object.entries(shown).flatMap(([name, value]) =>
        name in real ? this.#value(value, real[name], `${at}.${name}`) : [`${at} has no ${name}`],
      );
    }
    return Object.is(shown, real) ? [] : [`${at} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
  }

  #array(shown: readonly unknown[], real: readonly unknown[], at: string): string[] {
    const isAbridged = shown.at(-1) === '...';
    const items = isAbridged ? shown.slice(0, -1) : shown;
    if (real.length < items.length || (real.length > items.length && !isAbridged))
      return [`${at} has ${real.length} items, not ${items.length}`];
    return items.flatMap((item, index) => this.#value(item, real[index], `${at}[${index}]`));
  }

  #text(shown: string, real: string, at: string): string[] {
    const pattern = shown
      .split(/(\.\.\.)/)
      .map((part) => (part === '...' ? '.*' : escape(part).replace(uuid, `(${uuid.source})`)))
      .join('');
    const match = new RegExp(`^${pattern}$`, 's').exec(real);
    if (!match) return [`${at} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
    return (shown.match(uuid) ?? []).flatMap((id, index) => this.#bind(id, match[index + 1] ?? '', at));
  }

  #bind(shown: string, real: string, at: string): string[] {
    const bound = this.#real.get(shown);
    if (bound !== undefined) return bound === real ? [] : [`${at} is not the ${shown} that was shown before`];
    const other = [...this.#real].find(([, id]) => id === real)?.[0];
    if (other !== undefined) return [`${at} is what was shown as ${other} before, not ${shown}`];
    this.#real.set(shown, real);
    return [];
  }
}

const lines = (text: string): string[] => text.trimEnd().split(/\r?\n/);

const split = (header: string): [string, string] => {
  const colon = header.indexOf(':');
  return [header.slice(0, colon), header.slice(colon + 1).trim()];
};

const isNumber = (text: string): boolean => /^\d+$/.test(text);

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
