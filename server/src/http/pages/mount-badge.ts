import type { FastifyInstance } from 'fastify';
import { findBadge } from '../../features/accounts/public-settings-store.js';
import type { ReadImpact } from '../../features/impact/read-impact.js';
import { i18nFor } from '../../messages/i18n.js';
import { jsonWithBigints } from '../../platform/exact-number.js';
import { isUuid } from '../../platform/ids.js';
import { badgeSvg } from './badge/badge-svg.js';
import { BodyCache } from './body-cache.js';
import { securityHeaders } from './document-shell.js';
import type { Limits } from '../../platform/limits/limits.js';
import { createRenderLimit } from './render-limit.js';
import { readerLocale } from './reader-locale.js';
import type { VisitorContext } from './visitor-context.js';
import { sendPrecompressed, precompressBody } from './precompressed-body.js';

const maxCacheBytes = 4 * 1024 * 1024;

/** Per client address; cached ones do not count. */
const maxBadgesPerMinute = 600;

/**
 * The trees to date of an account, as a picture for its own site, with the figures of the public page that it leads to. Only for accounts
 * that have agreed to it.
 */
export function mountBadge(
  app: FastifyInstance,
  {
    contextOf,
    readImpact,
    limits,
  }: { readonly contextOf: VisitorContext; readonly readImpact: ReadImpact; readonly limits: Limits },
): void {
  const cache = new BodyCache(maxCacheBytes);
  const admit = createRenderLimit(limits, 'badges', maxBadgesPerMinute);
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/accounts/:id/badge.svg',
    handler: async (request, reply) => {
      const { id } = request.params;
      const here = await contextOf(request);
      const badge = here && isUuid(id) ? await findBadge(here.db, id) : undefined;
      if (!here || !badge) {
        reply.callNotFound();
        return reply;
      }
      const locale = readerLocale(request, reply, badge.locale);
      reply.headers(securityHeaders);
      const { trees, covered, pages, projects, projectCount, methodology } = await readImpact(here, badge);
      const isSandbox = here.sandbox !== undefined;
      const facts = { trees, covered, pages, projects, projectCount, methodology, isSandbox };
      const body = await cache.get(
        jsonWithBigints([locale, facts]),
        () => {
          const svg = badgeSvg(facts, i18nFor(locale, here.claims)).text;
          return precompressBody('image/svg+xml', Buffer.from(svg));
        },
        () => admit(request, reply),
      );
      reply.header('Cache-Control', 'public, max-age=3600');
      return sendPrecompressed(request, reply, body);
    },
  });
}
