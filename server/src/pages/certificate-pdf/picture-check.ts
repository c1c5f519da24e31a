import { inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channelsByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const mostBytes = 64 * 1024 * 1024;

/**
 * Whether the pixels of a PNG are all there. The library unpacks them later, where an error could no longer be caught
 * and would end the process. Other formats are copied as they are.
 */
export function isSound(picture: Buffer): boolean {
  if (!picture.subarray(0, 8).equals(signature)) return true;
  const data: Buffer[] = [];
  let [width, height, bits, channels, isInterlaced] = [0, 0, 0, 0, false];
  for (let at = 8; at + 12 <= picture.length; at += 12 + picture.readUInt32BE(at)) {
    const content = picture.subarray(at + 8, at + 8 + picture.readUInt32BE(at));
    const name = picture.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') data.push(content);
    if (name !== 'IHDR' || content.length < 13) continue;
    [width, height, bits] = [content.readUInt32BE(0), content.readUInt32BE(4), content.readUInt8(8)];
    channels = channelsByType[content.readUInt8(9)] ?? 0;
    isInterlaced = content.readUInt8(12) !== 0;
  }
  const rowBytes = 1 + Math.ceil((width * bits * channels) / 8);
  const size = rowBytes * height;
  // Interlaced ones are rare and come in seven passes: not worth it.
  if (isInterlaced || width * height * channels === 0 || size > mostBytes) return false;
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: size });
  if (pixels.length !== size) return false;
  for (let row = 0; row < size; row += rowBytes) if ((pixels[row] ?? 5) > 4) return false;
  return true;
}
