import { PNG } from 'pngjs';

/** A small PNG with an alpha channel. */
export function examplePicture(): Buffer {
  const picture = new PNG({ width: 40, height: 30 });
  picture.data.forEach((_, at) => (picture.data[at] = at % 4 === 3 ? 200 : (at * 7) % 251));
  return PNG.sync.write(picture);
}
