import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { formatVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { addCheckpoint, type WitnessAnswer } from '../../features/log/witnessing/add-checkpoint.js';
import type { Limits } from '../../platform/limits/limits.js';
import { maxWitnessRequestBytes } from '../../platform/tlog/witness-request.js';
import { sendError } from '../edge/error-reply.js';
import { notFoundInSandboxes } from './not-found-in-sandboxes.js';
import { createRenderLimit, TooManyRequests } from './render-limit.js';

/** Per client address. A busy log asks every two seconds, at times twice. */
const maxPerMinute = 120;

const plain = 'text/plain; charset=utf-8';

/** Cosigns the logs of others, as in C2SP's tlog-witness. Nothing is here unless there are such logs. */
export function mountWitness(
  app: FastifyInstance,
  context: Context,
  { limits }: { readonly limits: Limits },
): void {
  const { transparency, log } = context;
  if (!transparency.witnessedLogs) return;
  const limit = createRenderLimit(limits, 'witness', maxPerMinute);
  void app.register(
    (witness, _, done) => {
      notFoundInSandboxes(witness);
      witness.removeAllContentTypeParsers();
      // Clients send it as anything, or as nothing.
      witness.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: maxWitnessRequestBytes },
        (_request, body, parsed) => parsed(null, body),
      );
      witness.setErrorHandler((error: FastifyError, request, reply) => {
        const status = error instanceof TooManyRequests ? 429 : sizeStatus(error);
        if (status === undefined) return sendError(error, request, reply, log);
        // Otherwise the connection would be closed while the rest of the body arrives.
        reply.removeHeader('connection');
        return reply.code(status).type(plain).send(`${error.message}\n`);
      });
      witness.route({
        method: ['GET', 'HEAD'],
        url: '/key',
        handler: async (_request, reply) => {
          const { key } = await transparency.cosigner();
          return reply
            .header('Cache-Control', 'public, max-age=5')
            .type(plain)
            .send(`${formatVerifierKey(key)}\n`);
        },
      });
      witness.post('/add-checkpoint', {
        onRequest: limit,
        handler: async (request, reply) => {
          const { body } = request;
          const answer = await addCheckpoint(context, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
          return send(reply.header('Cache-Control', 'no-store'), answer);
        },
      });
      done();
    },
    { prefix: '/log/witness' },
  );
}

const sizeStatus = ({ code }: FastifyError): number | undefined =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 413 : undefined;

const statusOf = {
  malformed: 400,
  unsigned: 403,
  'unknown-log': 404,
  inconsistent: 422,
  forgotten: 503,
} as const;

function send(reply: FastifyReply, answer: WitnessAnswer): FastifyReply {
  if (answer.is === 'cosigned') return reply.type(plain).send(answer.line);
  // Only the type of the specification, without a character set.
  if (answer.is === 'conflict')
    return reply
      .code(409)
      .header('Content-Type', 'text/x.tlog.size')
      .send(Buffer.from(`${answer.size}\n`));
  return reply.code(statusOf[answer.is]).type(plain).send(`${answer.message}\n`);
}
