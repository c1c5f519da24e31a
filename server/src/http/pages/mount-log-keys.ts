import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatVerifierKey } from '@regrove/verify';
import { firstNoteOf, listUsedKeys } from '../../features/log/log-key-store.js';
import type { Context } from '../../database/context.js';
import { securityHeaders } from './document-shell.js';

const plain = 'text/plain; charset=utf-8';

/** The keys of the transparency log, also those that were replaced: proofs keep the signature of their time. */
export function mountLogKeys(app: FastifyInstance, { db, transparency }: Context): void {
  const send = (reply: FastifyReply, text: string): FastifyReply =>
    reply
      .headers({
        ...securityHeaders,
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=5',
      })
      .type(plain)
      .send(text);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/log/keys',
    handler: async (_, reply) => {
      const current = formatVerifierKey((await transparency.signer()).key);
      const used = (await listUsedKeys(db)).map(({ key }) => key);
      return send(reply, [...new Set([current, ...used])].map((key) => `${key}\n`).join(''));
    },
  });
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/log/keys/:id',
    handler: async ({ params }, reply) => {
      const note = /^[0-9a-f]{8}$/.test(params.id) ? await firstNoteOf(db, params.id) : undefined;
      return note === undefined
        ? reply
            .code(404)
            .header('Cache-Control', 'no-store')
            .type(plain)
            .send('No key of the log has this id.\n')
        : send(reply, note);
    },
  });
}
