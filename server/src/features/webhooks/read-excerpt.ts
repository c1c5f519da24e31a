import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** More of a body is not read: the connection is closed instead. */
const maxBytes = 4 * 1024;
/** The status is known, so nobody waits longer than this for the rest of a body. */
const bodyMs = 2_000;
/** In UTF-8. */
const excerptBytes = 1_000;

/** The beginning of the body as text. Null if there is none, or it cannot be read as text. */
export async function readExcerpt(response: IncomingMessage): Promise<string | null> {
  const over = new AbortController();
  const chunks: Buffer[] = [];
  const read = async (): Promise<void> => {
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(Buffer.from(chunk.subarray(0, maxBytes - size)));
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size >= maxBytes) break;
    }
  };
  const reading = read().catch(() => undefined);
  await Promise.race([reading, pause(bodyMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  if (!response.readableEnded) response.destroy();
  const coding = response.headers['content-encoding'] ?? 'identity';
  return coding.trim().toLowerCase() === 'identity' ? excerptOf(Buffer.concat(chunks)) : null;
}

/** Control characters, which a database or a terminal cannot take, are replaced like what is not UTF-8. */
function excerptOf(bytes: Buffer): string | null {
  // As part of a stream, so that a character that is cut off at the end is left out.
  const text = new TextDecoder()
    .decode(bytes.subarray(0, excerptBytes), { stream: true })
    .replace(/(?![\t\r\n])[\p{Cc}\p{Cs}]/gu, '\uFFFD');
  // A replacement is longer than what it stands for.
  const excerpt = Buffer.from(text).subarray(0, excerptBytes);
  return new TextDecoder().decode(excerpt, { stream: true }) || null;
}
