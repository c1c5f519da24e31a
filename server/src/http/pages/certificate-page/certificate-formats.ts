import type { CoveredCertificate } from '../../../features/plantings/read-coverage.js';
import type { I18n } from '../../../messages/i18n.js';
import type { Context } from '../../../database/context.js';
import { jsonWithBigints } from '../../../platform/exact-number.js';
import { certificateFacts } from '../certificate-facts.js';
import type { CertificateLog } from '../certificate-log.js';
import { renderPublicCertificate } from '../certificate-pdf/render-public-certificate.js';
import { picturePath } from '../../../features/projects/picture-path.js';
import { BodyCache } from '../body-cache.js';
import { renderCardInThread } from '../share-card/render-card-in-thread.js';
import { storeBody, type StoredBody } from '../stored-body.js';
import type { CertificateAssets } from './certificate-assets.js';
import { certificateJson } from './certificate-json.js';
import { certificatePage } from './certificate-page.js';

export type CertificateFormat = 'page' | 'pdf' | 'json' | 'png';

type Make = (
  context: Context,
  certificate: CoveredCertificate,
  log: CertificateLog | undefined,
  i18n: I18n,
) => Promise<StoredBody>;

/** Refuses clients that have caused too many to be rendered. Not called for one that is already cached. */
export type CheckRenderLimit = () => Promise<void>;

type Get = (...what: [...Parameters<Make>, CheckRenderLimit]) => Promise<StoredBody>;

const maxCacheBytes = 16 * 1024 * 1024;

/** The formats of a certificate. Each depends only on the data and the language, so recent ones are cached. */
export function certificateFormats(assets: CertificateAssets): Readonly<Record<CertificateFormat, Get>> {
  const cache = new BodyCache(maxCacheBytes);
  const cached =
    (format: CertificateFormat, make: Make): Get =>
    (context, certificate, log, i18n, admit) =>
      cache.get(
        jsonWithBigints([format, i18n.locale, context.baseUrl(), certificate, log]),
        () => make(context, certificate, log, i18n),
        admit,
      );
  return {
    page: cached('page', (context, certificate, log, i18n) => {
      const page = certificatePage(
        assets,
        certificateFacts(certificate, context, log),
        i18n,
        pictureOf(certificate),
      );
      return storeBody('text/html; charset=utf-8', Buffer.from(page.text));
    }),
    pdf: cached('pdf', async (context, certificate, log, { locale }) =>
      storeBody('application/pdf', await renderPublicCertificate(context, certificate, log, locale)),
    ),
    // It shows neither plantings nor the log, so it stays the same when they change.
    png: (context, certificate, _, i18n, admit) => {
      const { id, accountName: name, trees, pages, projectName: project } = certificate;
      const card = { id, name, trees, pages, project, isSandbox: context.sandbox !== undefined };
      return cache.get(
        jsonWithBigints(['png', i18n.locale, card]),
        async () =>
          storeBody(
            'image/png',
            await renderCardInThread(context.threads, card, i18n, certificate.accountId),
          ),
        admit,
      );
    },
    json: (context, certificate, log) => {
      const path = pictureOf(certificate);
      const facts = certificateFacts(certificate, context, log);
      const json = certificateJson(facts, context.baseUrl(), path && context.baseUrl() + path);
      return storeBody('application/json; charset=utf-8', Buffer.from(json));
    },
  };
}

const pictureOf = ({ projectId, pictureAt }: CoveredCertificate): string | undefined =>
  pictureAt ? picturePath(projectId, pictureAt) : undefined;
