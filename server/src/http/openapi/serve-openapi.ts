import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { defaultRevision, revisionNames } from '../../wire/revisions/index.js';
import { jsonType } from '../edge/json-type.js';
import { plainHttpRefusal } from '../edge/plain-http.js';
import { queryCheck } from '../edge/query-check.js';
import { OneOf } from '../../wire/fields.js';
import { routeGroups } from '../routes/index.js';
import { openApiDocument } from './document.js';

/** GET /v1/openapi.json is public: it contains nothing that the reference does not. */
export function serveOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  const made = new Map<string, string>();
  const checkQuery = queryCheck(Type.Object({ revision: Type.Optional(OneOf(revisionNames)) }));
  app.get('/openapi.json', (request, reply) => {
    const refusal = plainHttpRefusal(request);
    if (refusal) throw refusal;
    checkQuery(request.query);
    const { revision = defaultRevision } = request.query as { revision?: string };
    const document = made.get(revision) ?? JSON.stringify(openApiDocument(revision, routeGroups, baseUrl()));
    made.set(revision, document);
    return reply.type(jsonType).send(document);
  });
}
