import { adapters, revisionNames } from '../../wire/revisions/index.js';
import type { RouteGroup } from '../routes/index.js';
import { operationOf } from './operation.js';
import type { Components, JsonSchema } from './public-schema.js';
import { errorSchema, sharedComponents } from './shared-components.js';

/** The API of one revision as an OpenAPI 3.1 document, generated from the schemas that the server uses. */
export function openApiDocument(
  revision: string,
  groups: readonly RouteGroup[],
  baseUrl: string,
): JsonSchema {
  const adapter = adapters.get(revision);
  if (!adapter) throw new Error(`There is no revision ${revision}`);
  const components: Components = new Map([['ErrorResponse', errorSchema]]);
  const paths: Record<string, JsonSchema> = {};
  const known = groups
    .map((group) => ({ ...group, routes: group.routes.filter(({ path }) => adapter.hasPath(path)) }))
    .filter(({ routes }) => routes.length > 0);
  for (const prefix of ['', '/accounts/{account_id}']) {
    for (const { tag, routes } of known) {
      for (const route of routes) {
        const path = prefix + route.path.replaceAll(/:(\w+)/g, '{$1}');
        const operation = operationOf(route, tag, prefix !== '', { adapter, components });
        paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Regrove API',
      version: revision,
      summary: 'Turns paper consumption into funded trees and carbon credits',
      description: introduction(revision, adapter.requiresUserAgent),
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}/v1`, description: 'This server' }],
    security: [{ basic: [] }, { bearer: [] }],
    tags: known.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      ...sharedComponents(revision, revisionNames, adapter.requiresUserAgent),
      schemas: Object.fromEntries(components),
    },
  };
}

/** Applies to every request. Headers that a client sets once are not parameters, because every call would then ask for them. */
const introduction = (revision: string, requiresUserAgent: boolean): string =>
  [
    'Send the API key as a bearer token, or as the username of HTTP Basic authentication with an empty password.',
    ...(requiresUserAgent
      ? [
          'Send a `User-Agent` header that identifies your software with every request, such as ' +
            '`PrintDesk/1.2.3 (Vendor)`. A missing or generic one, or the default of an HTTP client, is refused with 403.',
        ]
      : []),
    `This document describes revision ${revision}. A key is pinned to a revision; with the header \`API-Revision: ${revision}\` ` +
      'the pinned revision does not matter.',
  ].join('\n\n');
