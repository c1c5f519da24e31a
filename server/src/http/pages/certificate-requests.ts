import type { FastifyReply, FastifyRequest } from 'fastify';
import { i18nFor, type I18n, type Language } from '../../messages/i18n.js';
import type { Locale } from '../../messages/locales.js';
import { isOfSandbox } from '../edge/sandbox-path.js';
import type { CertificateAssets } from './certificate-page/certificate-assets.js';
import { noticePage } from './certificate-page/notice-page.js';
import type { PlainMessage } from './html-errors.js';
import { readerLocale } from './reader-locale.js';

/** Short, so that a change soon appears. */
export const shortCacheControl = 'public, max-age=300';

/** Per client address; cached ones do not count. */
export const maxPagesPerMinute = 600;
export const maxPdfsPerMinute = 120;

/** In the reader's language, which the response headers name. JSON is always in English. */
export const readerI18n = (
  request: FastifyRequest,
  reply: FastifyReply,
  format: string,
  { locale, claims }: Pick<I18n, 'locale'> & Partial<Language>,
): I18n => i18nFor(format === 'json' ? 'en' : readerLocale(request, reply, locale), claims);

/** What is requested: the last part of the path. */
export const requestedName = ({ url }: FastifyRequest): string => url.split('?')[0]?.split('/').at(-1) ?? '';

/** A message instead of a certificate, in the format that was asked for; instead of a PDF as a page. */
export function sendNotice(
  assets: CertificateAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status,
    format,
    locale,
    ...message
  }: PlainMessage & {
    readonly status: number;
    readonly format: string;
    readonly locale: Locale;
  },
): FastifyReply {
  reply.code(status).header('Cache-Control', status === 410 ? shortCacheControl : 'no-store');
  if (format === 'json') return reply.send({ code: status, error: message.text });
  return reply
    .type('text/html; charset=utf-8')
    .send(noticePage(assets, i18nFor(locale), { ...message, isSandbox: isOfSandbox(request) }).text);
}
