import type { IncomingMessage } from 'node:http';

/** More of a body is not read: the connection is closed instead. */
const maxBytes = 4 * 1024;
/** The status is known, so nobody waits longer than this for the rest of a body. */
const bodyMs = 2_000;
/** In UTF-8. */
const excerptBytes = 1_000;

/** The beginning of the body as text. Null if there is none, or it cannot be read as text. */
export async function readExcerpt(response: IncomingMessage): Promise<string | null> {
  const bytes = await beginningOf(response);
  const coding = response.headers['content-encoding'] ?? 'identity';
  return bytes.length > 0 && coding.trim().toLowerCase() === 'identity' ? excerptOf(bytes) : null;
}

/** Closes the connection unless the whole body was read. */
const beginningOf = (response: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      clearTimeout(timer);
      if (!response.complete) response.destroy();
      resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(end, bodyMs);
    response
      .on('data', (chunk: Buffer) => {
        // A copy: a part would keep the whole chunk in memory.
        chunks.push(Buffer.from(chunk.subarray(0, maxBytes - size)));
        size += chunk.length;
        if (size >= maxBytes) end();
      })
      .on('end', end)
      .on('error', end)
      .on('close', end);
  });

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
