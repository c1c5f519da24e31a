import type { FastifyReply, FastifyRequest } from 'fastify';
import { closestLocale, negotiateLocale, type Locale } from '../../messages/locales.js';

/**
 * The language from the query, an earlier choice, the browser's preferences or the fallback, in this order. Sets Vary for caches.
 */
export function readerLocale(
  request: FastifyRequest,
  reply: FastifyReply,
  fallback: Locale,
  chosen?: string,
): Locale {
  const { locale: asked } = request.query as { locale?: unknown };
  const locale = negotiateLocale(
    typeof asked === 'string' ? asked : chosen,
    request.headers['accept-language'],
    fallback,
  );
  reply.headers({ Vary: 'Accept-Language', 'Content-Language': locale });
  return locale;
}

/** The language of the query, if it has one. */
export function askedLocale(request: FastifyRequest): Locale | undefined {
  const { locale } = request.query as { locale?: unknown };
  return typeof locale === 'string' ? closestLocale(locale) : undefined;
}
