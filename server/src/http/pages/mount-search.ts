import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../../platform/limits/limits.js';
import { adapters, defaultRevision } from '../../wire/revisions/index.js';
import { documentationHeaders } from './document-shell.js';
import type { GuideReader } from './guide/built-guide.js';
import { htmlErrors } from './html-errors.js';
import { messagePage } from './message-page.js';
import type { ReferenceOptions } from './mount-reference.js';
import { readDocument } from './reference/read-document.js';
import { readAssets } from './reference/reference-assets.js';
import { createRenderLimit } from './render-limit.js';
import { guideEntries } from './search/guide-entries.js';
import { referenceEntries } from './search/reference-entries.js';
import { maxQueryLength, searchAddress } from './search/search-box.js';
import { createSearchIndex, type SearchIndex } from './search/search-index.js';
import { searchPage, type SearchResults } from './search/search-page.js';

export interface SearchSettings extends ReferenceOptions {
  readonly readGuide: GuideReader;
  readonly limits: Limits;
}

/** One answer takes milliseconds. A user who types causes a few requests a second. */
const maxSearchesPerMinute = 300;
const maxHits = 30;
const maxHitsWhileTyping = 12;

const htmlType = 'text/html; charset=utf-8';

/** Search in the guide and in the reference of one revision: a page, and the same as JSON for the script of the search box. */
export function mountSearch(app: FastifyInstance, settings: SearchSettings): void {
  const { readGuide, limits, log, revisions } = settings;
  const indexOf = createIndexes(settings);
  void app.register(async (pages) => {
    const assets = await readAssets();
    const limit = createRenderLimit(limits, 'documentation-search', maxSearchesPerMinute);
    pages.addHook('onRequest', (_, reply, done) => {
      reply.headers({ ...documentationHeaders, 'Cache-Control': 'no-store' });
      done();
    });
    htmlErrors(pages, log, (_, reply, status, message) =>
      reply.code(status).type(htmlType).send(messagePage(assets, message).text),
    );

    const search = async (
      request: FastifyRequest,
      reply: FastifyReply,
      maxListed: number,
    ): Promise<SearchResults> => {
      const asked = request.query as { q?: unknown; revision?: unknown };
      const query = typeof asked.q === 'string' ? asked.q.trim() : '';
      const revision = revisions.find(({ name }) => name === asked.revision)?.name ?? defaultRevision;
      const isTooLong = query.length > maxQueryLength;
      const shown = { query: query.slice(0, maxQueryLength), revision, revisions, isTooLong };
      if (isTooLong || query === '') return { ...shown, found: undefined };
      await limit(request, reply);
      return { ...shown, found: (await indexOf(revision)).search(query, maxListed) };
    };

    pages.route({
      method: ['GET', 'HEAD'],
      url: searchAddress,
      handler: async (request, reply) => {
        const results = await search(request, reply, maxHits);
        if (results.isTooLong) reply.code(400);
        return reply.type(htmlType).send(searchPage(assets, await readGuide(), results).text);
      },
    });
    pages.route({
      method: ['GET', 'HEAD'],
      url: `${searchAddress}.json`,
      handler: async (request, reply) => {
        const { isTooLong, revision, found } = await search(request, reply, maxHitsWhileTyping);
        if (isTooLong) reply.code(400);
        return reply.send({ revision, total: found?.total ?? 0, hits: found?.hits ?? [] });
      },
    });
  });
}

/** Made by the first search in a revision. It changes only with the factors, which then have a new id. */
function createIndexes({
  readGuide,
  documentOf,
  methodology,
  revisions,
}: SearchSettings): (revision: string) => Promise<SearchIndex> {
  const made = new Map<string, { factors: string; index: Promise<SearchIndex> }>();

  const make = async (
    revision: string,
    factors: Awaited<ReturnType<typeof methodology>>,
  ): Promise<SearchIndex> => {
    const api = readDocument(documentOf(revision), adapters.get(revision)?.requiresUserAgent ?? false);
    return createSearchIndex([
      ...referenceEntries({ api, methodology: factors, revisions }),
      ...guideEntries(await readGuide()),
    ]);
  };

  return async (revision) => {
    const factors = await methodology();
    const stored = made.get(revision);
    if (stored?.factors === factors.id) return stored.index;
    const index = make(revision, factors);
    made.set(revision, { factors: factors.id, index });
    // The next search tries again.
    index.catch(() => made.delete(revision));
    return index;
  };
}
