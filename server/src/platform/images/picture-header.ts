import { orientationIn, upright } from './exif-orientation.js';

export interface PictureHeader {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
  /** As EXIF counts: 1 is upright. */
  readonly orientation: number;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * What a file says of itself, whatever its name says; undefined for all that the decoders should not see. It costs nothing
 * to read, while decoding costs what the header promises.
 */
export function headerOf(file: Buffer): PictureHeader | undefined {
  try {
    if (file.subarray(0, 8).equals(pngStart)) return pngHeader(file);
    if (file.subarray(0, 3).equals(jpegStart)) return jpegHeader(file);
  } catch (error) {
    // It ends too early.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const firstChunk = 8;

function pngHeader(file: Buffer): PictureHeader | undefined {
  const nameAt = (at: number) => file.toString('latin1', at + 4, at + 8);
  // Of several headers the decoder would believe the last.
  let headers = 0;
  for (let at = firstChunk; at + 8 <= file.length; at += 12 + file.readUInt32BE(at))
    if (nameAt(at) === 'IHDR') headers++;
  // Interlaced ones are rare, and the decoder unpacks them without a limit.
  const isInterlaced = file.readUInt8(firstChunk + 20) !== 0;
  if (nameAt(firstChunk) !== 'IHDR' || headers !== 1 || isInterlaced) return undefined;
  const [width, height] = [file.readUInt32BE(firstChunk + 8), file.readUInt32BE(firstChunk + 12)];
  return { format: 'png', width, height, orientation: upright };
}

/** Baseline, extended and progressive; arithmetic coding and lossless frames are in no viewer. */
const frames = [0xc0, 0xc1, 0xc2];
const startOfScan = 0xda;
const applicationSegment = 0xe1;

function jpegHeader(file: Buffer): PictureHeader | undefined {
  if (scansIn(file) > maxScans) return undefined;
  let orientation = upright;
  for (let at = 2; file.readUInt8(at) === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    while (file.readUInt8(at + 1) === 0xff) at++;
    const marker = file.readUInt8(at + 1);
    if (marker === applicationSegment && orientation === upright)
      orientation = orientationIn(file.subarray(at + 4, at + 2 + file.readUInt16BE(at + 2)));
    if (marker === startOfScan) return undefined;
    if (!frames.includes(marker)) continue;
    const [bits, height, width] = [
      file.readUInt8(at + 4),
      file.readUInt16BE(at + 5),
      file.readUInt16BE(at + 7),
    ];
    return bits === 8 ? { format: 'jpeg', width, height, orientation } : undefined;
  }
  return undefined;
}

// Each costs a walk over all pixels, however few bytes it has. Progressive pictures have some ten, and what is no picture
// in a file has some by chance.
const maxScans = 64;

function scansIn(file: Buffer): number {
  const scan = Buffer.from([0xff, startOfScan]);
  let scans = 0;
  for (let at = file.indexOf(scan); at !== -1; at = file.indexOf(scan, at + 2)) scans++;
  return scans;
}
