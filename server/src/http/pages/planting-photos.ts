import type { FastifyInstance } from 'fastify';
import { findPhotoBytes } from '../../features/plantings/planting-photo-store.js';
import { isUuid } from '../../platform/ids.js';
import { securityHeaders } from './document-shell.js';
import type { VisitorContext } from './visitor-context.js';

const aYear = 31_536_000;
const name = /^(.{36}?)(-small)?\.jpg$/;

/** Photos of plantings. What is at an address never changes. */
export function mountPlantingPhotos(app: FastifyInstance, contextOf: VisitorContext): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/planting-photos/:name',
    handler: async (request, reply) => {
      const [, id = '', small] = name.exec(request.params.name) ?? [];
      const here = isUuid(id) ? await contextOf(request) : undefined;
      const bytes = here && (await findPhotoBytes(here.db, id, small ? 'small' : 'large'));
      if (!bytes) {
        reply.callNotFound();
        return reply;
      }
      const etag = `"${id}${small ?? ''}"`;
      reply.headers({
        ...securityHeaders,
        ETag: etag,
        'Cache-Control': `public, max-age=${aYear}, immutable`,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/jpeg').send(bytes);
    },
  });
}
