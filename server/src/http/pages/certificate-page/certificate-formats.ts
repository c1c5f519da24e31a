import type { PublicCertificate } from '../../../features/certificates/public-certificate-store.js';
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
  certificate: PublicCertificate,
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
    png: cached('png', async (context, certificate, log, i18n) => {
      const facts = certificateFacts(certificate, context, log);
      const { id, accountName: name, trees, pages, isSandbox } = facts;
      const card = { id, name, trees, pages, isSandbox, project: facts.project.name };
      return storeBody(
        'image/png',
        await renderCardInThread(context.threads, card, i18n, certificate.accountId),
      );
    }),
    json: (context, certificate, log) => {
      const path = pictureOf(certificate);
      const facts = certificateFacts(certificate, context, log);
      const json = certificateJson(facts, path && context.baseUrl() + path);
      return storeBody('application/json; charset=utf-8', Buffer.from(json));
    },
  };
}

const pictureOf = ({ projectId, pictureAt }: PublicCertificate): string | undefined =>
  pictureAt ? picturePath(projectId, pictureAt) : undefined;
