import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatVerifierKey, LogError, tileWidth, widthOfTile, type Tile } from '@regrove/verify';
import { dailyCheckpoints, newestCheckpoint, readEntries, readTiles } from '../../features/log/log-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { joinBundle, parseTilePath } from '../../platform/tlog/tiles.js';
import { i18nFor } from '../../messages/i18n.js';
import { defaultLocale } from '../../messages/locales.js';
import type { Limits } from '../../platform/limits/limits.js';
import { securityHeaders } from './document-shell.js';
import { htmlErrors } from './html-errors.js';
import { readImpactAssets } from './impact-page/impact-assets.js';
import { checkpointFeed } from './log-page/checkpoint-feed.js';
import { logPage } from './log-page/log-page.js';
import { readLogFacts } from './log-page/read-log-facts.js';
import { notFoundInSandboxes } from './not-found-in-sandboxes.js';
import { readerLocale } from './reader-locale.js';
import { createRenderLimit, type RenderLimit } from './render-limit.js';

/** It changes every few seconds at most. */
const briefly = 'public, max-age=5';
const forEver = 'public, max-age=31536000, immutable';
const plain = 'text/plain; charset=utf-8';

/** Per client address. Tiles and checkpoints are cheaper, and whoever audits the log reads many. */
const maxPagesPerMinute = 600;

/** The transparency log: a page for people; for programs its checkpoint, the tiles of its tree, its entries and its key. */
export function mountLog(
  app: FastifyInstance,
  context: Context,
  { limits }: { readonly limits: Limits },
): void {
  void app.register((pages, _, done) => {
    notFoundInSandboxes(pages);
    // Most of it is for programs.
    htmlErrors(pages, context.log, (_request, reply, status, { text }) =>
      reply.code(status).header('Cache-Control', 'no-store').type(plain).send(`${text}\n`),
    );
    mountPaths(pages, context, createRenderLimit(limits, 'log-pages', maxPagesPerMinute));
    done();
  });
}

function mountPaths(app: FastifyInstance, context: Context, limitPages: RenderLimit): void {
  const { db, transparency } = context;
  const assets = readImpactAssets();
  const get = (
    url: string,
    handler: (path: string, reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>,
  ): void =>
    void app.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        // Others may check the log from their own pages.
        reply.headers({ ...securityHeaders, 'Access-Control-Allow-Origin': '*' });
        return handler(request.params['*'] ?? '', reply, request);
      },
    });

  get('/log', async (_, reply, request) => {
    await limitPages(request, reply);
    const i18n = i18nFor(readerLocale(request, reply, defaultLocale));
    const page = logPage(await assets, await readLogFacts(context), i18n);
    return reply.header('Cache-Control', briefly).type('text/html; charset=utf-8').send(page.text);
  });
  get('/log/checkpoints.atom', async (_, reply, request) => {
    await limitPages(request, reply);
    const { key } = await transparency.signer();
    const feed = checkpointFeed(
      { origin: key.name, baseUrl: context.baseUrl(), today: context.clock() },
      await dailyCheckpoints(db),
    );
    return reply.header('Cache-Control', briefly).type('application/atom+xml; charset=utf-8').send(feed);
  });
  get('/log/checkpoint', async (_, reply) => {
    const checkpoint = await newestCheckpoint(db);
    return checkpoint
      ? reply.header('Cache-Control', briefly).type(plain).send(checkpoint.note)
      : missing(reply);
  });
  get('/log/key', async (_, reply) => {
    const { key } = await transparency.signer();
    return reply
      .header('Cache-Control', briefly)
      .type(plain)
      .send(`${formatVerifierKey(key)}\n`);
  });
  get('/log/tile/*', async (path, reply) => {
    const tile = parsed(`tile/${path}`);
    const bytes = tile && (await readSigned(db, tile));
    if (!bytes) return missing(reply);
    return reply.header('Cache-Control', forEver).type('application/octet-stream').send(bytes);
  });
}

const missing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('Cache-Control', 'no-store').type(plain).send('The log has nothing here.\n');

function parsed(path: string): Tile | undefined {
  try {
    return parseTilePath(path);
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}

/** Undefined if no checkpoint needs it: what is not signed yet may be served by nobody. */
async function readSigned(db: Database, { level, index, width }: Tile): Promise<Buffer | undefined> {
  const size = (await newestCheckpoint(db))?.size ?? 0;
  if (widthOfTile(level, index, size) < width) return undefined;
  if (level === 'entries') {
    const first = index * tileWidth;
    return joinBundle(await readEntries(db, first, first + width));
  }
  const [tile] = await readTiles(db, [{ level, number: index }]);
  return tile?.hashes.subarray(0, width * 32);
}
