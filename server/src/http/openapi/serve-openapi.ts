import type { FastifyInstance } from 'fastify';
import { defaultRevision, revisionNames } from '../../revisions/index.js';
import { jsonType } from '../edge/json-type.js';
import { plainHttpRefusal } from '../edge/plain-http.js';
import { HttpError } from '../edge/status.js';
import { routeGroups } from '../routes/index.js';
import { openApiDocument } from './document.js';

/** GET /v1/openapi.json, for everyone: it says nothing that the reference does not. */
export function serveOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  const made = new Map<string, string>();
  app.get('/openapi.json', (request, reply) => {
    const refusal = plainHttpRefusal(request);
    if (refusal) throw refusal;
    const { revision = defaultRevision } = request.query as { revision?: unknown };
    if (typeof revision !== 'string' || !revisionNames.includes(revision)) {
      throw new HttpError(400, `revision must be one of ${revisionNames.join(', ')}`);
    }
    const document = made.get(revision) ?? JSON.stringify(openApiDocument(revision, routeGroups, baseUrl()));
    made.set(revision, document);
    return reply.type(jsonType).send(document);
  });
}
