import type { FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { isSameOrigin, ownOrigins } from '../../platform/net/same-origin.js';
import { securityHeaders } from './document-shell.js';

/** Like on other pages, but with forms that post to us, and without scripts. */
export const formHeaders = {
  ...securityHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** These pages send no referrer, so browsers hide the origin of their forms as well. */
export const isFromOwnPage = ({ baseUrl }: Context, { headers, host }: FastifyRequest): boolean =>
  isSameOrigin(
    { origin: headers.origin, 'sec-fetch-site': headers['sec-fetch-site']?.toString() },
    ownOrigins(host, baseUrl()),
    { mayHide: true },
  );
