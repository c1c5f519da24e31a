import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { createPublicProjectReader } from '../../features/plantings/read-public-project.js';
import { i18nFor, type I18n } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import { isUuid } from '../../platform/ids.js';
import type { Limits } from '../../platform/limits/limits.js';
import { isOfSandbox } from '../edge/sandbox-path.js';
import { serveAssets } from './assets.js';
import { noticePage } from './certificate-page/notice-page.js';
import { securityHeaders } from './document-shell.js';
import { htmlErrors, type PlainMessage } from './html-errors.js';
import { projectPrefix, readProjectAssets, type ProjectAssets } from './project-page/project-assets.js';
import { projectFacts } from './project-page/project-facts.js';
import { projectFormats, type ProjectFormat } from './project-page/project-formats.js';
import { readerLocale } from './reader-locale.js';
import { createRenderLimit } from './render-limit.js';
import { sendStored } from './stored-body.js';
import type { VisitorContext } from './visitor-context.js';

const aMinute = 'public, max-age=60';

/** Per client address; cached ones do not count. */
const maxPagesPerMinute = 600;

/** The public pages of forestry projects: as a page, and as JSON. */
export function mountProjects(
  app: FastifyInstance,
  context: Context,
  { contextOf, limits }: { readonly contextOf: VisitorContext; readonly limits: Limits },
): void {
  void app.register(
    async (pages) => {
      const assets = await readProjectAssets();
      const formats = projectFormats(assets);
      const readProject = createPublicProjectReader();
      const limit = createRenderLimit(limits, 'project-pages', maxPagesPerMinute);
      pages.addHook('onRequest', (request, reply, done) => {
        reply.headers(securityHeaders);
        // Any site may show the figures, and must be able to tell that there are none.
        if (formatOf(request) === 'json') reply.header('Access-Control-Allow-Origin', '*');
        done();
      });
      await serveAssets(pages, [assets.projectStyle]);
      pages.setNotFoundHandler((request, reply) => sendMissing(assets, request, reply));
      htmlErrors(pages, context.log, (request, reply, status, message) =>
        sendNotice(assets, request, reply, { status, i18n: i18nFor(defaultLocale), message }),
      );
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { id, format } = readName(request.params.name);
          const here = isUuid(id) ? await contextOf(request) : undefined;
          const found = here && (await readProject(here, id.toLowerCase()));
          if (!here || !found) return sendMissing(assets, request, reply);
          const locale = format === 'json' ? defaultLocale : readerLocale(request, reply, defaultLocale);
          reply.header('Cache-Control', aMinute);
          const admit = (): Promise<void> => limit(request, reply);
          const facts = projectFacts(found, here);
          return sendStored(request, reply, await formats[format](facts, i18nFor(locale), admit));
        },
      });
    },
    { prefix: projectPrefix },
  );
}

function readName(text: string): { id: string; format: ProjectFormat } {
  const [, id = '', ending] = /^(.*?)(\.json)?$/s.exec(text) ?? [];
  return { id, format: ending ? 'json' : 'page' };
}

const formatOf = (request: FastifyRequest): ProjectFormat =>
  readName(request.url.split('?')[0]?.split('/').at(-1) ?? '').format;

function sendMissing(assets: ProjectAssets, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isJson = formatOf(request) === 'json';
  const i18n = i18nFor(isJson ? defaultLocale : readerLocale(request, reply, defaultLocale));
  const message = { heading: i18n.t('app.notFound.title'), text: i18n.t('app.notFound.text') };
  return sendNotice(assets, request, reply, { status: 404, i18n, message });
}

interface Refused {
  readonly status: number;
  readonly i18n: I18n;
  readonly message: PlainMessage;
}

function sendNotice(
  assets: ProjectAssets,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, i18n, message }: Refused,
): FastifyReply {
  reply.code(status).header('Cache-Control', 'no-store');
  if (formatOf(request) === 'json') return reply.send({ code: status, error: message.text });
  return reply
    .type('text/html; charset=utf-8')
    .send(noticePage(assets, i18n, { ...message, isSandbox: isOfSandbox(request) }).text);
}
