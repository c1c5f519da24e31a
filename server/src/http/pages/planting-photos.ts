import type { FastifyInstance } from 'fastify';
import { findPhotoBytes } from '../../features/plantings/planting-photo-store.js';
import { isUuid } from '../../platform/ids.js';
import type { Limits } from '../../platform/limits/limits.js';
import { securityHeaders } from './document-shell.js';
import { createRenderLimit } from './render-limit.js';
import type { VisitorContext } from './visitor-context.js';

const aYear = 31_536_000;
const name = /^(.{36}?)(-small)?\.jpg$/;

/** Per client address; those that a client has already do not count. */
const maxPhotosPerMinute = 1_200;

/** Photos of plantings. What is at an address never changes. */
export function mountPlantingPhotos(
  app: FastifyInstance,
  { contextOf, limits }: { readonly contextOf: VisitorContext; readonly limits: Limits },
): void {
  const limit = createRenderLimit(limits, 'planting-photos', maxPhotosPerMinute);
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/planting-photos/:name',
    handler: async (request, reply) => {
      const [, id = '', small] = name.exec(request.params.name) ?? [];
      const here = isUuid(id) ? await contextOf(request) : undefined;
      if (!here) {
        reply.callNotFound();
        return reply;
      }
      const etag = `"${id}${small ?? ''}"`;
      const headers = {
        ...securityHeaders,
        ETag: etag,
        'Cache-Control': `public, max-age=${aYear}, immutable`,
      };
      // Who has it has the only one there ever was.
      if (request.headers['if-none-match'] === etag) return reply.headers(headers).code(304).send();
      await limit(request, reply);
      const bytes = await findPhotoBytes(here.db, id, small ? 'small' : 'large');
      if (!bytes) {
        reply.callNotFound();
        return reply;
      }
      return reply.headers(headers).type('image/jpeg').send(bytes);
    },
  });
}
