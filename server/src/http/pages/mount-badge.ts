import type { FastifyInstance } from 'fastify';
import { findBadge, type Badge } from '../../features/accounts/public-settings-store.js';
import { listSummedMonths } from '../../features/rollups/rollup-store.js';
import { i18nFor } from '../../messages/i18n.js';
import type { Database } from '../../database/database.js';
import { sumOf, type Decimal } from '../../platform/decimals.js';
import { isUuid } from '../../platform/ids.js';
import { badgeSvg } from './badge/badge-svg.js';
import { securityHeaders } from './document-shell.js';
import { readerLocale } from './reader-locale.js';
import type { VisitorContext } from './visitor-context.js';
import { sendPrecompressed, precompressBody } from './precompressed-body.js';

/** The trees to date of an account, as a picture for its own site. Only for accounts that have agreed to it. */
export function mountBadge(app: FastifyInstance, contextOf: VisitorContext): void {
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
      reply.headers({
        ...securityHeaders,
        'Cache-Control': 'public, max-age=3600',
      });
      const svg = badgeSvg(
        await treesOf(here.db, badge),
        i18nFor(locale, here.claims),
        here.sandbox !== undefined,
      ).text;
      return sendPrecompressed(request, reply, await precompressBody('image/svg+xml', Buffer.from(svg)));
    },
  });
}

/** To date, as on the public page that the badge leads to. */
async function treesOf(db: Database, { accountId, includesBelow }: Badge): Promise<Decimal> {
  const months = await listSummedMonths(db, accountId);
  return sumOf(months.filter(({ isBelow }) => includesBelow || !isBelow).map(({ trees }) => trees)).toFixed();
}
