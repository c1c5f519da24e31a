import { inflateSync } from 'node:zlib';

export type PictureType = 'image/jpeg' | 'image/png';

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const channelsByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
// More than a certificate can show; unpacking larger ones would hold up everyone else.
const mostPixels = 4_000_000;

/** What a file is by its content, whatever its name says; undefined for all that is not a sound JPEG or PNG. */
export function pictureTypeOf(picture: Buffer): PictureType | undefined {
  try {
    if (picture.subarray(0, 8).equals(pngStart)) return isSoundPng(picture) ? 'image/png' : undefined;
    if (picture.subarray(0, 3).equals(jpegStart)) return isSoundJpeg(picture) ? 'image/jpeg' : undefined;
  } catch {
    // Cut short, or packed wrongly.
  }
  return undefined;
}

/**
 * Whether the pixels of a PNG are all there. The PDF library unpacks them later, where an error could no longer be caught
 * and would end the process.
 */
function isSoundPng(picture: Buffer): boolean {
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
  if (isInterlaced || width * height * channels === 0 || width * height > mostPixels) return false;
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: size });
  if (pixels.length !== size) return false;
  for (let row = 0; row < size; row += rowBytes) if ((pixels[row] ?? 5) > 4) return false;
  return true;
}

/** Whether a JPEG has a frame of a size, a scan and an end. Its pixels are never unpacked here: the PDF carries them as they are. */
function isSoundJpeg(picture: Buffer): boolean {
  let pixels = 0;
  for (let at = 2; picture.readUInt8(at) === 0xff; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt8(at + 1);
    if (marker === startOfScan) {
      return pixels > 0 && pixels <= mostPixels && picture.lastIndexOf(endOfPicture) > at;
    }
    if (!framesInPdf.includes(marker)) continue;
    const channels = picture.readUInt8(at + 9);
    if (![1, 3, 4].includes(channels)) return false;
    pixels = picture.readUInt16BE(at + 5) * picture.readUInt16BE(at + 7);
  }
  return false;
}

const startOfScan = 0xda;
const endOfPicture = Buffer.from([0xff, 0xd9]);
/** Baseline, extended and progressive; arithmetic coding and lossless frames are in no viewer. */
const framesInPdf = [0xc0, 0xc1, 0xc2];
