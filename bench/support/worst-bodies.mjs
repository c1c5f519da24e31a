import { randomBytes } from 'node:crypto';
import { PNG } from 'pngjs';

const mebibyte = 1_048_576;

/** As much of a unit as fits into a body. */
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

/** For each thing that is read from outside, what is legal to send and takes longest to read. */
export const worst = {
  lines: full('device,total\n', 'a,1\n'),
  unevenLines: full('device,total\n', 'a\n'),
  emptyLines: full('device,total\n', ',\n'),
  deposits: `pages\n${`${'x'.repeat(190)}\n`.repeat(5_000)}`,
  unevenDeposits: `pages\n${'1,x\n'.repeat(5_000)}`,
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

/** Four megapixels of noise that is still below the limit of a file. */
export function worstPicture() {
  const picture = new PNG({ width: 2_000, height: 2_000 });
  const noise = randomBytes(1_200_000);
  noise.copy(picture.data);
  picture.data.fill(0x7f, noise.length);
  return PNG.sync.write(picture);
}
