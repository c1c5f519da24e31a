import { openImage } from '../certificate-pdf/picture-figure.js';
import type { Canvas } from '../pdf/canvas.js';

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fills a frame with the middle of a photo. Returns false if there is none that can be read. */
export function drawPhoto(
  canvas: Canvas,
  picture: Buffer | undefined,
  { x, y, width, height }: Frame,
  alt: string,
): boolean {
  const image = picture && openImage(canvas, picture);
  if (!image) return false;
  canvas.figure(
    () => {
      canvas.document.save().roundedRect(x, y, width, height, 4).clip();
      canvas.document.image(image, x, y, { cover: [width, height], align: 'center', valign: 'center' });
      canvas.document.restore();
    },
    { alt, box: [x, y, x + width, y + height] },
  );
  return true;
}
