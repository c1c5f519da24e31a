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
import { precompressBody, type PrecompressedBody } from '../precompressed-body.js';
import type { CertificateAssets } from './certificate-assets.js';
import { certificateJson } from './certificate-json.js';
import { certificatePage } from './certificate-page.js';

export type CertificateFormat = 'page' | 'pdf' | 'json' | 'png';

type Make = (
  context: Context,
  certificate: CoveredCertificate,
  log: CertificateLog | undefined,
  i18n: I18n,
) => Promise<PrecompressedBody>;

/** Refuses clients that have caused too many to be rendered. Not called for one that is already cached. */
export type CheckRenderLimit = () => Promise<void>;

type Get = (...what: [...Parameters<Make>, CheckRenderLimit]) => Promise<PrecompressedBody>;

const maxCacheBytes = 16 * 1024 * 1024;

/** What a page says of the log stays the same when the log grows, and is signed again. */
const withoutCheckpoint = (log: CertificateLog | undefined): object | undefined =>
  log && { ...log, checkpoint: undefined };

/** The formats of a certificate. Each depends only on the data and the language, so recent ones are cached. */
export function certificateFormats(assets: CertificateAssets): Readonly<Record<CertificateFormat, Get>> {
  const cache = new BodyCache(maxCacheBytes);
  const cached =
    (format: CertificateFormat, make: Make, told = withoutCheckpoint): Get =>
    (context, certificate, log, i18n, admit) =>
      cache.get(
        jsonWithBigints([format, i18n.locale, context.baseUrl(), certificate, told(log)]),
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
      return precompressBody('text/html; charset=utf-8', Buffer.from(page.text));
    }),
    pdf: cached(
      'pdf',
      async (context, certificate, log, { locale }) =>
        precompressBody('application/pdf', await renderPublicCertificate(context, certificate, log, locale)),
      // Its proof has the checkpoint, with the signatures of the present key and of witnesses.
      (log) => log,
    ),
    // It shows neither plantings nor the log, so it stays the same when they change.
    png: (context, certificate, _, i18n, admit) => {
      const { id, accountName: name, trees, pages, projectName: project } = certificate;
      const card = { id, name, trees, pages, project, isSandbox: context.sandbox !== undefined };
      return cache.get(
        jsonWithBigints(['png', i18n.locale, card]),
        async () =>
          precompressBody(
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
      return precompressBody('application/json; charset=utf-8', Buffer.from(json));
    },
  };
}

const pictureOf = ({ projectId, pictureAt }: CoveredCertificate): string | undefined =>
  pictureAt ? picturePath(projectId, pictureAt) : undefined;
