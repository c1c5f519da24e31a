import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import sharp from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

/** A PNG of any size, pixel by pixel. */
export function drawPng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const picture = new PNG({ width, height });
  picture.data.set(rgba(width, height, colourAt));
  return PNG.sync.write(picture);
}

export const drawJpeg = (
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
  quality = 90,
): Buffer => jpeg.encode({ width, height, data: rgba(width, height, colourAt) }, quality).data;

/** A small PNG with an alpha channel. */
export const examplePicture = (): Buffer =>
  drawPng(40, 30, (x, y) => [(x * 28) % 251, (y * 35) % 251, (x * y) % 251, 200]);

/** The worst case of a photo: light and shade at several scales, and sensor noise. Deterministic. */
export function noisyPhoto(width: number, height: number): Buffer {
  const random = randomNumbers();
  const waves = (length: number) =>
    Array.from({ length }, (_, at) => 40 * (Math.sin(at / 180) + Math.sin(at / 31) + Math.sin(at / 9)));
  const [columns, rows] = [waves(width), waves(height)];
  const light = (x: number, y: number): number => (columns[x] ?? 0) + (rows[y] ?? 0);
  const value = (base: number): number => Math.max(0, Math.min(255, base + (random() - 0.5) * 140));
  return drawJpeg(
    width,
    height,
    (x, y) => [value(110 + light(x, y)), value(120 + light(y % width, x % height)), value(70)],
    45,
  );
}

/** A noisy photo of the size that phones take: twelve megapixels. */
export const phonePhoto = (): Promise<Buffer> =>
  sharp(noisyPhoto(1_000, 750)).resize({ width: 4_000, kernel: 'nearest' }).jpeg().toBuffer();

/**
 * A photo as a phone stores it: twelve megapixels, several megabytes, on its side, with the phone and the place in its metadata.
 * Its quarters have these colours, with noise.
 */
export function sidewaysPhoto(quarters: readonly [Colour, Colour, Colour, Colour]): Promise<Buffer> {
  const [width, height] = [4_032, 3_024];
  const random = randomNumbers();
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const quarter = (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2);
      const [red, green, blue] = quarters[quarter] ?? quarters[0];
      const noise = (random() - 0.5) * 80;
      pixels[at] = red + noise;
      pixels[at + 1] = green + noise;
      pixels[at + 2] = blue + noise;
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Make: 'secret phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Deterministic pseudorandom numbers between 0 and 1. */
export function randomNumbers(): () => number {
  let state = 20_310_514;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function rgba(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 255] = colourAt(x, y);
      pixels.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  return pixels;
}
