import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP file by name, read by its directory at the end, without the library that writes ours. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('This is not a ZIP file');
  const files = new Map<string, Buffer>();
  let entry = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [bytes.readUInt16LE(entry + 10), bytes.readUInt32LE(entry + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(entry + place));
    const name = bytes.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    const start = bytes.readUInt32LE(entry + 42);
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const data = bytes.subarray(content, content + size);
    files.set(name, method === 8 ? inflateRawSync(data) : data);
    entry += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
