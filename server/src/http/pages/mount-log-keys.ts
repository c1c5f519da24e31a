import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatVerifierKey } from '@regrove/verify';
import { firstNoteOf, listUsedKeys } from '../../features/log/log-key-store.js';
import type { Context } from '../../database/context.js';
import { securityHeaders } from './document-shell.js';
import { notFoundInSandboxes } from './not-found-in-sandboxes.js';

/** The keys of the transparency log, also those that were replaced: proofs keep the signature of their time. */
export function mountLogKeys(app: FastifyInstance, { db, transparency }: Context): void {
  void app.register(
    (pages, _, done) => {
      notFoundInSandboxes(pages);
      pages.route({
        method: ['GET', 'HEAD'],
        url: '/',
        handler: async (_request, reply) => {
          const current = formatVerifierKey((await transparency.signer()).key);
          const used = (await listUsedKeys(db)).map(({ key }) => key);
          return send(reply, [...new Set([current, ...used])].map((key) => `${key}\n`).join(''));
        },
      });
      pages.route<{ Params: { id: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:id',
        handler: async ({ params: { id } }, reply) => {
          const note = /^[0-9a-f]{8}$/.test(id) ? await firstNoteOf(db, id) : undefined;
          if (note !== undefined) return send(reply, note);
          reply.callNotFound();
          return reply;
        },
      });
      done();
    },
    { prefix: '/log/keys' },
  );
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .headers({ ...securityHeaders, 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=5' })
    .type('text/plain; charset=utf-8')
    .send(text);
