import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/messages/locales.js';
import { makePictures } from '../../src/platform/images/make-pictures.js';
import { exampleCertificate, latinLocales, renderPicture } from '../support/example-certificate.js';
import { examplePicture, noisyPhoto } from '../support/example-picture.js';

const demoPicture = (): Promise<Buffer> =>
  readFile(new URL('../../src/installation/demo/pictures/usambara-slopes-print.jpg', import.meta.url));

describe('A certificate with a picture', () => {
  let pictures: Buffer[];
  let largest: Buffer;
  beforeAll(async () => {
    pictures = [await demoPicture(), (await makePictures(noisyPhoto(600, 400))).print];
    [largest = Buffer.alloc(0)] = pictures.toSorted((one, other) => other.length - one.length);
  });

  it.each(locales)('is also small in %s', async (locale) => {
    const pdf = await renderPicture(largest, locale);
    expect(pdf.includes(largest)).toBe(true);
    expect(pdf.length).toBeLessThan(latinLocales.includes(locale) ? 32_000 : 62_000);
  });

  it('contains the picture as it is, and little else', async () => {
    for (const picture of pictures) {
      const pdf = await renderPicture(picture);
      expect(pdf.includes(picture)).toBe(true);
      expect(pdf.length - (await exampleCertificate()).length).toBeLessThan(picture.length + 1000);
    }
  });

  it.each([
    ['no picture', () => Buffer.from('nonsense')],
    ['nothing', () => Buffer.alloc(0)],
    ['the start of a JPEG', async () => (await makePictures(examplePicture())).print.subarray(0, 90)],
  ])('omits it if the file is %s', async (_, broken) => {
    expect((await renderPicture(await broken())).equals(await exampleCertificate())).toBe(true);
  });
});
