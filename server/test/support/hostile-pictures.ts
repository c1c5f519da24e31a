import { crc32, deflateSync } from 'node:zlib';
import { drawJpeg, drawPng, examplePicture } from './example-picture.js';

const grey = (): [number, number, number] => [90, 120, 80];

/** Files that are crafted to cost far more than they should, or to crash a decoder. */
export const hostilePictures: readonly (readonly [name: string, make: () => Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a text', () => Buffer.from('nonsense')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ['the start of a PNG', () => examplePicture().subarray(0, 12)],
  ['a truncated PNG', () => examplePicture().subarray(0, 90)],
  ['a PNG with damaged bytes', () => examplePicture().fill(7, 60, 80)],
  ['a PNG without pixels', () => png(header(0, 0), pixels(0, 0))],
  ['a PNG with too many pixels', () => png(header(5_001, 5_000), pixels(5_001, 5_000))],
  ['a PNG with four million rows', () => png(header(1, 4_000_000), pixels(1, 4_000_000))],
  ['a PNG that claims to contain terabytes', () => png(header(0x7fffffff, 0x7fffffff), pixels(1, 1))],
  [
    'a PNG with a second header that promises more',
    () => png(header(9, 9), header(3_000, 2_000), pixels(3_000, 2_000)),
  ],
  ['the start of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
  ['a truncated JPEG', () => halfOf(drawJpeg(60, 60, (x, y) => [x * 4, y * 4, x * y]))],
  ['a JPEG with too many pixels', () => withFrame(drawJpeg(8, 8, grey), 5_001, 5_000)],
  ['a JPEG without lines', () => withFrame(drawJpeg(8, 8, grey), 0, 8)],
  ['a JPEG with a second frame', () => withSecondFrame(drawJpeg(8, 8, grey))],
  ['a JPEG with thousands of scans', () => withScans(withFrame(drawJpeg(8, 8, grey), 5_000, 5_000), 5_000)],
];

const halfOf = (file: Buffer): Buffer => file.subarray(0, file.length / 2);

type Chunk = readonly [name: string, content: Buffer];

/** A PNG with these chunks in this order. */
function png(...chunks: readonly Chunk[]): Buffer {
  const start = drawPng(1, 1, grey).subarray(0, 8);
  return Buffer.concat([start, ...[...chunks, ['IEND', Buffer.alloc(0)] as const].map(sealed)]);
}

/** Greyscale, one byte per pixel. */
function header(width: number, height: number): Chunk {
  const content = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  return ['IHDR', content];
}

const pixels = (width: number, height: number): Chunk => [
  'IDAT',
  deflateSync(Buffer.alloc((width + 1) * height)),
];

function sealed([name, content]: Chunk): Buffer {
  const sealedPart = Buffer.concat([Buffer.from(name), content]);
  const [length, seal] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  seal.writeUInt32BE(crc32(sealedPart));
  return Buffer.concat([length, sealedPart, seal]);
}

const frameOf = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const scanOf = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xda]));

function withFrame(jpeg: Buffer, height: number, width: number): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, frameOf(jpeg) + 5);
  changed.writeUInt16BE(width, frameOf(jpeg) + 7);
  return changed;
}

function withSecondFrame(jpeg: Buffer): Buffer {
  const frame = withFrame(jpeg, 65_535, 65_535).subarray(frameOf(jpeg), frameOf(jpeg) + 19);
  return Buffer.concat([jpeg.subarray(0, scanOf(jpeg)), frame, jpeg.subarray(scanOf(jpeg))]);
}

/** Scans of a few bytes that skip all blocks, although each one makes the decoder visit all of them. */
function withScans(jpeg: Buffer, count: number): Buffer {
  const progressive = Buffer.from(jpeg);
  progressive.writeUInt8(0xc2, frameOf(jpeg) + 1);
  const skippingCode = Buffer.from([0xff, 0xc4, 0, 20, 0x11, 1, ...Array<number>(15).fill(0), 0xe0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0x01, 1, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const scans = Array.from({ length: count }, () => scan);
  const end = Buffer.from([0xff, 0xd9]);
  return Buffer.concat([progressive.subarray(0, scanOf(jpeg)), skippingCode, ...scans, end]);
}
