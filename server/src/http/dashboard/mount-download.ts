import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { queryCheck } from '../edge/query-check.js';
import { callOf } from '../edge/request-state.js';
import type { Call } from '../route.js';
import type { DashboardOptions } from './dashboard-options.js';
import type { DownloadRoute } from './dashboard-route.js';

export function mountDownload(
  app: FastifyInstance,
  { baseUrl }: DashboardOptions,
  route: DownloadRoute,
): void {
  const checkQuery = queryCheck(route.query);
  app.get(route.path, async (request, reply) => {
    checkQuery(request.query);
    const call = callOf(baseUrl(), request, undefined) as Call<undefined, unknown>;
    const { name, type, parts } = await route.open(call);
    return reply
      .type(type)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(parts));
  });
}
