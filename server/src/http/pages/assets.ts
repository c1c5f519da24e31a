import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sendPrecompressed, precompressBody, type PrecompressedBody } from './precompressed-body.js';

/** A file with a content hash in its name, so that browsers can cache it forever. */
export interface Asset {
  readonly fileName: string;
  readonly path: string;
  readonly type: string;
  readonly content: Buffer;
}

const folder = new URL('assets/', import.meta.url);

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

const aYear = 31_536_000;

type Extension = keyof typeof types;

const readContent = (name: string, extension: Extension): Promise<Buffer> =>
  readFile(new URL(`${name}.${extension}`, folder));

/** For a file that is not served as it is. */
export const readText = async (name: string, extension: Extension): Promise<string> =>
  (await readContent(name, extension)).toString();

export async function readAsset(prefix: string, name: string, extension: Extension): Promise<Asset> {
  const content = await readContent(name, extension);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const fileName = `${name}.${hash}.${extension}`;
  return { fileName, path: `${prefix}/assets/${fileName}`, type: types[extension], content };
}

/** Serves assets below the prefix that `pages` was registered with. */
export async function serveAssets(pages: FastifyInstance, assets: readonly Asset[]): Promise<void> {
  const bodies = new Map<string, PrecompressedBody>();
  for (const { fileName, type, content } of assets)
    bodies.set(fileName, await precompressBody(type, content));
  pages.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    handler: (request, reply) => {
      const body = bodies.get(request.params.file);
      if (!body) {
        reply.callNotFound();
        return reply;
      }
      reply.header('Cache-Control', `public, max-age=${aYear}, immutable`);
      return sendPrecompressed(request, reply, body);
    },
  });
}
