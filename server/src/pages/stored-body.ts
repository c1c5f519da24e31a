import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body that is made once and sent often. */
export interface StoredBody {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

const zip = promisify(gzip);

export async function storeBody(type: string, plain: Buffer): Promise<StoredBody> {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // Weak, because it stands for the plain form and the zipped one alike.
  return { type, etag: `W/"${hash}"`, plain, zipped: await zip(plain, { level: 9 }) };
}

/** Answers with the body, or with 304 when the caller has it. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, zipped }: StoredBody,
): FastifyReply {
  reply.headers({ ETag: etag, Vary: 'Accept-Encoding' });
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.includes(etag)) return reply.code(304).send();
  reply.type(type);
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    request.headers['accept-encoding']?.toString() ?? '',
  );
  return takesGzip ? reply.header('Content-Encoding', 'gzip').send(zipped) : reply.send(plain);
}
