export const upright = 1;

const exifStart = 'Exif\0\0';
const orientationTag = 0x0112;

/**
 * How a camera was held, 1 to 8, as the EXIF segment of a JPEG says it. A segment that makes no sense counts for nothing:
 * the picture may be a good one all the same.
 */
export function orientationIn(segment: Buffer): number {
  if (segment.toString('latin1', 0, exifStart.length) !== exifStart) return upright;
  try {
    return tagged(segment.subarray(exifStart.length)) ?? upright;
  } catch (error) {
    if (error instanceof RangeError) return upright;
    throw error;
  }
}

function tagged(tiff: Buffer): number | undefined {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const end = directory + 2 + short(directory) * 12;
  for (let at = directory + 2; at < end; at += 12) if (short(at) === orientationTag) return short(at + 8);
  return undefined;
}
