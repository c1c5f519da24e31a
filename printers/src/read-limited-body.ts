import type { IncomingMessage } from 'node:http';
import { SourceError, HttpStatusError } from './source-error.js';

const firstRoom = 64 * 1024;

/** The body of a successful response. Compressed bodies are refused, since a small one can expand to any size. */
export async function readLimitedBody(response: IncomingMessage, largest: number): Promise<Buffer> {
  const status = response.statusCode ?? 0;
  if (status < 200 || status >= 300) throw new HttpStatusError(status);
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity')
    throw new SourceError('badAnswer', 'the answer is compressed, which was not requested');
  if (Number(response.headers['content-length'] ?? 0) > largest) throw tooLarge();
  // In one buffer: if a server sends chunks of one byte, a list of them would need a hundred times the memory.
  let room = Buffer.allocUnsafe(firstRoom);
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size + chunk.length > largest) throw tooLarge();
    if (size + chunk.length > room.length) {
      const larger = Buffer.allocUnsafe(Math.max(room.length * 2, size + chunk.length));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    chunk.copy(room, size);
    size += chunk.length;
  }
  return room.subarray(0, size);
}

const tooLarge = (): SourceError => new SourceError('badAnswer', 'the answer is too large');
