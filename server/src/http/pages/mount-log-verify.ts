import type { FastifyInstance } from 'fastify';
import { formatVerifierKey } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { sortUsedKeys } from '../../features/log/former-keys.js';
import { listUsedKeys } from '../../features/log/log-key-store.js';
import { i18nFor } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import { serveAssets } from './assets.js';
import { BodyCache } from './body-cache.js';
import { noticePage } from './certificate-page/notice-page.js';
import { securityHeaders } from './document-shell.js';
import { htmlErrors } from './html-errors.js';
import { logVerifyPrefix, readLogVerifyAssets } from './log-verify-page/log-verify-assets.js';
import { logVerifyPage } from './log-verify-page/log-verify-page.js';
import { notFoundInSandboxes } from './not-found-in-sandboxes.js';
import { readerLocale } from './reader-locale.js';
import { sendPrecompressed, precompressBody } from './precompressed-body.js';

const aMinute = 'public, max-age=60';
const htmlType = 'text/html; charset=utf-8';
/** For all languages, also while a key is replaced. */
const maxStoredBytes = 2_000_000;

/** What makes sure that nothing leaves the browser: the page may connect to nobody, not even to us. */
const offline = `${securityHeaders['Content-Security-Policy']}; connect-src 'none'`;

/** A page that verifies certificates in the browser. */
export function mountLogVerify(app: FastifyInstance, { db, transparency, log }: Context): void {
  void app.register(
    async (pages) => {
      notFoundInSandboxes(pages);
      const assets = await readLogVerifyAssets();
      const stored = new BodyCache(maxStoredBytes);
      pages.addHook('onRequest', (_, reply, done) => {
        reply.headers({ ...securityHeaders, 'Content-Security-Policy': offline });
        done();
      });
      await serveAssets(pages, [assets.ownStyle, assets.script]);
      htmlErrors(pages, log, (_, reply, status, message) =>
        reply
          .code(status)
          .header('Cache-Control', 'no-store')
          .type(htmlType)
          .send(noticePage(assets, i18nFor(defaultLocale), message).text),
      );
      pages.route({
        method: ['GET', 'HEAD'],
        url: '/',
        handler: async (request, reply) => {
          const i18n = i18nFor(readerLocale(request, reply, defaultLocale));
          const { key } = await transparency.signer();
          const used = (await listUsedKeys(db)).map((one) => one.key);
          const keys = {
            origin: key.name,
            key: formatVerifierKey(key),
            ...sortUsedKeys(key, used),
          };
          const body = await stored.get(
            JSON.stringify([i18n.locale, keys]),
            () => {
              const page = logVerifyPage(assets, keys, i18n);
              return precompressBody(htmlType, Buffer.from(page.text));
            },
            // There are few, so rendering them needs no limit.
            () => Promise.resolve(),
          );
          return sendPrecompressed(request, reply.header('Cache-Control', aMinute), body);
        },
      });
    },
    { prefix: logVerifyPrefix },
  );
}
