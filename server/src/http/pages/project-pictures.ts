import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../platform/ids.js';
import { pictureVersion } from '../../features/projects/picture-path.js';
import { findPicture } from '../../features/projects/project-picture-store.js';
import type { VisitorContext } from './visitor-context.js';
import { securityHeaders } from './document-shell.js';

const aYear = 31_536_000;

export function mountPictures(app: FastifyInstance, contextOf: VisitorContext): void {
  app.route<{ Params: { id: string }; Querystring: { v?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/projects/:id/picture',
    handler: async (request, reply) => {
      const { id } = request.params;
      const here = await contextOf(request);
      const picture = here && isUuid(id) ? await findPicture(here.db, id) : undefined;
      if (!picture) {
        reply.callNotFound();
        return reply;
      }
      const version = pictureVersion(picture.updatedAt);
      const etag = `"${version}"`;
      const isNamed = request.query.v === version;
      reply.headers({
        ...securityHeaders,
        ETag: etag,
        'Cache-Control': isNamed ? `public, max-age=${aYear}, immutable` : 'public, max-age=300',
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(picture.mediaType).send(picture.bytes);
    },
  });
}
