import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body that is created once and sent often. */
export interface PrecompressedBody {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Undefined if it would save nothing: pictures and PDFs are already compressed. */
  readonly gzipped: Buffer | undefined;
  /** Only for files of the build, which has time for stronger compression. */
  readonly brotli?: Buffer;
}

const zip = promisify(gzip);
const isText = /^text\/|^image\/svg|json/;

/** Already compressed by the build. */
interface Compressed {
  readonly zipped: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

export async function precompressBody(
  type: string,
  plain: Buffer,
  built?: Compressed,
): Promise<PrecompressedBody> {
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  if (!isText.test(type)) return { type, etag: tag, plain, gzipped: undefined };
  const zipped = built?.zipped ?? (await zip(plain, { level: 9 }));
  // Weak, because the plain and the compressed forms share it.
  return { type, etag: `W/${tag}`, plain, gzipped: zipped, ...(built?.brotli && { brotli: built.brotli }) };
}

/** Sends the body, or 304 if the client already has it. */
export function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, gzipped, brotli }: PrecompressedBody,
): FastifyReply {
  reply.header('ETag', etag);
  if (gzipped) reply.header('Vary', [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', '));
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag.replace('W/', '') === etag.replace('W/', ''))) {
    return reply.code(304).send();
  }
  reply.type(type);
  if (brotli && takes(request, 'br')) return reply.header('Content-Encoding', 'br').send(brotli);
  if (gzipped && takes(request, 'gzip')) return reply.header('Content-Encoding', 'gzip').send(gzipped);
  return reply.send(plain);
}

const takes = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    request.headers['accept-encoding']?.toString() ?? '',
  );
