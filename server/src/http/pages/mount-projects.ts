import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../database/context.js';
import { createPublicProjectReader } from '../../features/plantings/read-public-project.js';
import { i18nFor } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import { isUuid } from '../../platform/ids.js';
import type { Limits } from '../../platform/limits/limits.js';
import { serveAssets } from './assets.js';
import { securityHeaders } from './document-shell.js';
import { htmlErrors } from './html-errors.js';
import { projectPrefix, readProjectAssets } from './project-page/project-assets.js';
import { projectFacts } from './project-page/project-facts.js';
import { projectFormats, type ProjectFormat } from './project-page/project-formats.js';
import { publicNotices } from './public-notices.js';
import { readerLocale } from './reader-locale.js';
import { createRenderLimit } from './render-limit.js';
import { sendPrecompressed } from './precompressed-body.js';
import type { VisitorContext } from './visitor-context.js';

const aMinute = 'public, max-age=60';

/** Per client address; cached ones do not count, those that do not exist do. */
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
      const notices = publicNotices(assets, (request) => formatOf(request) === 'json');
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
      pages.setNotFoundHandler(notices.missing);
      htmlErrors(pages, context.log, notices.send);
      pages.route<{ Params: { name: string } }>({
        method: ['GET', 'HEAD'],
        url: '/:name',
        handler: async (request, reply) => {
          const { id, format } = readName(request.params.name);
          const here = isUuid(id) ? await contextOf(request) : undefined;
          const admit = (): Promise<void> => limit(request, reply);
          const found = here && (await readProject(here, id.toLowerCase(), admit));
          if (!here || !found) return notices.missing(request, reply);
          const locale = format === 'json' ? defaultLocale : readerLocale(request, reply, defaultLocale);
          reply.header('Cache-Control', aMinute);
          const facts = projectFacts(found, here);
          return sendPrecompressed(request, reply, await formats[format](facts, i18nFor(locale), admit));
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
