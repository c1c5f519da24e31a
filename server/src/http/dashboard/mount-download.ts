import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { compileSchema } from '../../wire/validation.js';
import { callOf } from '../edge/request-state.js';
import { schemaError } from '../edge/schema-error.js';
import type { Call } from '../route.js';
import type { DashboardOptions } from './dashboard-options.js';
import type { DownloadRoute } from './dashboard-route.js';

export function mountDownload(
  app: FastifyInstance,
  { baseUrl }: DashboardOptions,
  route: DownloadRoute,
): void {
  const validate = compileSchema(route.query);
  app.get(route.path, (request, reply) => {
    if (!validate(request.query)) throw schemaError(validate.errors);
    const call = callOf(baseUrl(), request, undefined) as Call<undefined, unknown>;
    const { name, type, texts } = route.open(call);
    return reply
      .type(type)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(texts));
  });
}
