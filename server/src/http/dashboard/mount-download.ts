import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { queryCheck } from '../edge/query-check.js';
import { callerOf, callOf, quotaAccountOf } from '../edge/request-state.js';
import { HttpError } from '../edge/http-error.js';
import type { Call } from '../route.js';
import type { DashboardOptions } from './dashboard-options.js';
import type { DownloadRoute } from './dashboard-route.js';
import type { DownloadSlots } from './download-slots.js';

export interface DownloadOptions extends DashboardOptions {
  /** Shared by all downloads. */
  readonly slots: DownloadSlots;
}

export function mountDownload(
  app: FastifyInstance,
  { limits, slots }: DownloadOptions,
  route: DownloadRoute,
): void {
  const checkQuery = queryCheck(route.query);
  const { operation, perMinute } = route;
  const limiter =
    perMinute === undefined ? undefined : limits.limiter({ name: operation, points: perMinute, seconds: 60 });
  app.get(route.path, async (request, reply) => {
    checkQuery(request.query);
    const taken = await limiter?.consume(quotaAccountOf(request).id);
    if (taken && !taken.allowed) {
      reply.header('Retry-After', Math.max(1, Math.ceil(taken.msBeforeNext / 1_000)));
      throw new HttpError(429, `Rate limit exceeded: at most ${perMinute ?? 0} per minute for one account`);
    }
    await slots.take({ ...quotaAccountOf(request), actor: callerOf(request).actor }, reply);
    const call = callOf(request, undefined) as Call<undefined, unknown>;
    const { name, type, parts } = await route.open(call);
    return reply
      .type(type)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(parts));
  });
}
