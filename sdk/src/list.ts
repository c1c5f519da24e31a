import type { Answer } from './transport.js';

const defaultPageSize = 100;

/** Options of a list besides its filters. */
export interface PageOptions {
  /** The number of items per request while iterating: 1 to 1000. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** A part of a list, and the query of the next part, if there is one. */
export interface Page<T> {
  readonly items: T[];
  readonly next: string | undefined;
}

/**
 * A list that is requested only when it is used, in one of these ways:
 *
 * - `await list` requests the whole array;
 * - `for await (const item of list)` requests page by page, and stops when you leave the loop;
 * - `for await (const page of list.pages())` does the same and yields the pages, `list.page(next)` returns one of them.
 */
export class List<T> implements PromiseLike<T[]>, AsyncIterable<T> {
  readonly [Symbol.toStringTag] = 'List';
  readonly #ask: (query: string) => Promise<Answer>;
  readonly #filters: Readonly<Record<string, string>>;
  readonly #pageSize: number;
  #whole: Promise<T[]> | undefined;

  /** @internal */
  constructor(
    ask: (query: string) => Promise<Answer>,
    filters: Readonly<Record<string, string>>,
    pageSize = defaultPageSize,
  ) {
    this.#ask = ask;
    this.#filters = filters;
    this.#pageSize = pageSize;
  }

  /** One page: the first, or the one given as the `next` of another page. */
  async page(next?: string): Promise<Page<T>> {
    const answer = await this.#ask(next ?? queryOf({ ...this.#filters, limit: String(this.#pageSize) }));
    return { items: answer.body as T[], next: answer.next };
  }

  /** The pages, with one request each. */
  async *pages(): AsyncGenerator<T[], void, undefined> {
    let next: string | undefined;
    do {
      const page: Page<T> = await this.page(next);
      yield page.items;
      next = page.next;
    } while (next !== undefined);
  }

  /** The items, requested page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  /** Requests the whole array, so that a list can be awaited. */
  then<A = T[], B = never>(
    onArray?: ((items: T[]) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#whole ??= this.#ask(queryOf(this.#filters)).then(({ body }) => body as T[]);
    return this.#whole.then(onArray, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T[] | B> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T[]> {
    return this.then().finally(onEnd);
  }
}

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString();
  return text && `?${text}`;
}
