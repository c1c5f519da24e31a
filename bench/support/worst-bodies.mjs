import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const mebibyte = 1_048_576;

/** As many units as fit into a body. */
const full = (start, unit, end = '', length = mebibyte) =>
  start + unit.repeat(Math.floor((length - start.length - end.length) / unit.length)) + end;

const readings = Array.from({ length: 10_000 }, (_, index) => ({
  device: `D${index}`,
  total: index,
  unit: 'sheets',
  managed: true,
  read_at: '2026-01-01T00:00:00Z',
}));

const jobId = Buffer.from([0x44, 0, 6, ...Buffer.from('job-id'), 0, 1, 0x61]);
const jobs = Array(90_000).fill(Buffer.concat([Buffer.from([2]), jobId]));

/** The most expensive valid input of each parser of external data. */
export const worstInputs = {
  lines: full('device,total\n', 'a,1\n'),
  unevenLines: full('device,total\n', 'a\n'),
  emptyLines: full('device,total\n', ',\n'),
  deposits: `pages\n${`${'x'.repeat(190)}\n`.repeat(5_000)}`,
  unevenDeposits: `pages\n${'1,x\n'.repeat(5_000)}`,
  jobs: `job,sheets\n${'1"2,1\n'.repeat(10_000)}`,
  quotes: full('job,sheets\n1,"', '""', '"\n', 8 * mebibyte),
  commas: full('job,sheets\n1', ',', '\n', 8 * mebibyte),
  lots: full('project,serial,vintage_start,vintage_end,tonnes\n', ',a,,,\n'),
  elements: full('<readings>', '<a/>', '</readings>'),
  attributes: full('<readings>', '<reading device="" total="" unit="" managed=""/>', '</readings>'),
  printers: Buffer.from(full('<r>', '<a>1</a>', '</r>', 2 * mebibyte)),
  values: `[${'[],'.repeat(32_000)}0]`,
  manyValues: full('[', '{},', '0]'),
  readings: JSON.stringify({ readings }),
  ipp: Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0, 1]), ...jobs, Buffer.from([3])]),
  languages: full('', 'de-x;q=0.1,', 'en', 15_000),
  cookies: full('', 'a=b; ', '', 15_000),
  product: full('', 'a', '', 15_000),
  name: Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x4e00 + index * 37)).join(''),
};

const side = 5_000;
const noisyRows = 700;

/** A PNG of 25 megapixels, with as much noise as a file may contain. */
export function worstPicture() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits each for red, green, blue and alpha.
  header.set([8, 6], 8);
  const pixels = Buffer.alloc(side * (1 + side * 4), 0);
  for (let row = 0; row < noisyRows; row++) randomFillSync(pixels, row * (1 + side * 4) + 1, side * 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]);
}

function chunk(type, content = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
