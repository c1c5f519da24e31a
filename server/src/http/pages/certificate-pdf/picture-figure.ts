import type { Canvas } from '../pdf/canvas.js';

const radius = 64;

/** Draws a picture as a disc and returns its radius, which is small if there is no readable picture. */
export function drawPicture(
  canvas: Canvas,
  picture: Buffer | undefined,
  { x, y }: { readonly x: number; readonly y: number },
  alt: string,
): number {
  const image = picture === undefined ? undefined : openImage(canvas, picture);
  if (image === undefined) return 2;
  const [left, top, size] = [x - radius, y - radius, radius * 2];
  canvas.figure(
    () => {
      canvas.document.save().circle(x, y, radius).clip();
      canvas.document.image(image, left, top, { cover: [size, size], align: 'center', valign: 'center' });
      canvas.document.restore();
    },
    { alt, box: [left, top, left + size, top + size] },
  );
  return radius + 3;
}

type OpenImage = PDFKit.Mixins.ImageSrc & { readonly width: number; readonly height: number };

/** A certificate without its picture is better than none. */
export function openImage({ document }: Canvas, picture: Buffer): OpenImage | undefined {
  try {
    const image = (document as unknown as { openImage(source: Buffer): OpenImage }).openImage(picture);
    return image.width > 0 && image.height > 0 ? image : undefined;
  } catch {
    return undefined;
  }
}
