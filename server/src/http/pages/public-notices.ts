import type { FastifyReply, FastifyRequest } from 'fastify';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import { isOfSandbox } from '../edge/sandbox-path.js';
import { noticePage } from './certificate-page/notice-page.js';
import type { ShellAssets } from './document-shell.js';
import type { PlainMessage } from './html-errors.js';
import { readerLocale } from './reader-locale.js';

export interface PublicNotices {
  /** There is no such page. */
  readonly missing: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  readonly send: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    message: PlainMessage,
  ) => FastifyReply;
}

/** What public pages answer instead of their content: a page, or JSON for a path that ends so. */
export function publicNotices(
  assets: ShellAssets,
  isJson: (request: FastifyRequest) => boolean,
): PublicNotices {
  const sendIn = (
    i18n: I18n,
    [request, reply, status, message]: Parameters<PublicNotices['send']>,
  ): FastifyReply => {
    reply.code(status).header('Cache-Control', 'no-store');
    if (isJson(request)) return reply.send({ code: status, error: message.text });
    return reply
      .type('text/html; charset=utf-8')
      .send(noticePage(assets, i18n, { ...message, isSandbox: isOfSandbox(request) }).text);
  };
  return {
    missing: (request, reply) => {
      const i18n = i18nFor(isJson(request) ? defaultLocale : readerLocale(request, reply, defaultLocale));
      const message = { heading: i18n.t('app.notFound.title'), text: i18n.t('app.notFound.text') };
      return sendIn(i18n, [request, reply, 404, message]);
    },
    send: (...notice) => sendIn(i18nFor(defaultLocale), notice),
  };
}
