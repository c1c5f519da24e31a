import type { FastifyInstance } from 'fastify';
import { parseAgentToken } from '../../features/feeds/agents/agent-token.js';
import { enrolAgent } from '../../features/feeds/agents/enrol-agent.js';
import { openFound } from '../../features/sandboxes/open-sandbox.js';
import { findSandbox } from '../../features/sandboxes/sandbox-store.js';
import { withHeldClock } from '../../features/sandboxes/hold-clock.js';
import type { Context } from '../../database/context.js';
import type { Limits } from '../../platform/limits/limits.js';
import { AgentEnrolment } from '../../wire/agent.js';
import { defaultRevision } from '../../wire/revisions/index.js';
import { parseJsonBodies } from './json-body.js';
import { jsonType } from './json-type.js';
import { refusePlainHttp } from './plain-http.js';
import { createEnrolmentLimit } from './rate-limits.js';
import { bodyReader } from './read-body.js';
import { HttpError } from './http-error.js';

/** Far more than a token and a name need. Anyone can send this request, many at a time. */
const bodyLimit = 8_192;

/** POST /v1/agents/enrol needs no key: it is how an agent gets one. The refusal does not tell why a token cannot be used. */
export function mountEnrolment(app: FastifyInstance, context: Context, limits: Limits): void {
  const limit = createEnrolmentLimit(limits);
  const readBody = bodyReader(AgentEnrolment);
  parseJsonBodies(app);
  refusePlainHttp(app);
  app.post('/agents/enrol', { bodyLimit }, async (request, reply) => {
    await limit.take(request.ip, reply);
    const body = readBody(request.body);
    const place = parseAgentToken(body.token);
    const where = place && (await contextAt(context, place.sandboxId));
    const enrolled =
      where && (await enrolAgent(where, place.accountId, { ...body, revision: defaultRevision }));
    if (!enrolled) throw new HttpError(401, 'The token is not valid, was used, or has expired');
    const { id, accountId, feedId, key } = enrolled;
    return reply
      .header('Cache-Control', 'no-store')
      .type(jsonType)
      .send({ id, account_id: accountId, feed_id: feedId, key });
  });
}

/** Live, or in the sandbox that the token names. A guessed token does not reveal that a sandbox has expired. */
async function contextAt(live: Context, sandboxId: string | undefined): Promise<Context | undefined> {
  if (sandboxId === undefined) return live;
  const sandbox = await findSandbox(live.db, sandboxId);
  if (!sandbox || sandbox.expiresAt <= live.clock()) return undefined;
  return withHeldClock((await openFound(live, sandbox)).context);
}
