import { deflateSync } from 'node:zlib';
import { landRows, mapHeight, mapWidth, spotOf } from '../world-map/dots.js';
import type { Canvas } from './canvas.js';
import { operands } from './theme.js';

// Finer than the grid, so that all numbers are integers and lines have a minimal length: some viewers drop empty ones.
const unit = 10;
const dotSize = 0.66;

/** The same in every document, so it is compressed once. Each dot is a very short line with round ends. */
const land = deflateSync(
  [
    `${operands('mist')} RG 1 J ${dotSize * unit} w`,
    // Each row has its own origin. That makes rows so similar that they compress to almost nothing.
    ...landRows.map(
      ({ x, y, columns }) =>
        `q 1 0 0 1 ${x * unit} ${(y * unit).toFixed(1)} cm\n` +
        columns.map((column) => `${column * unit} 0 m ${column * unit + 1} 0 l`).join('\n') +
        '\nS Q',
    ),
  ].join('\n'),
  { level: 9 },
);

export function heightOfMap(width: number): number {
  return (width / mapWidth) * mapHeight;
}

/** A dotted world map with a pin at the place. */
export function drawMap(
  canvas: Canvas,
  { left, top, width }: { left: number; top: number; width: number },
  place: { readonly latitude: number; readonly longitude: number },
): void {
  const { document } = canvas;
  const form = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, mapWidth * unit, mapHeight * unit],
    Filter: 'FlateDecode',
  });
  form.end(land);
  xobjectsOf(document)['Land'] = form;
  const scale = width / mapWidth;
  canvas.operators(`q ${scale / unit} 0 0 ${scale / unit} ${left} ${top} cm /Land Do Q`);
  const spot = spotOf(place.latitude, place.longitude);
  drawPin(canvas, left + spot.x * scale, top + spot.y * scale);
}

function drawPin(canvas: Canvas, x: number, y: number): void {
  // A drop with a hole.
  canvas.operators(
    `q 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} cm`,
    `${operands('paper')} RG 1.2 w ${operands('copper')} rg`,
    '0 0 m -2.2 -4.6 -6.4 -8 -6.4 -12.6 c -6.4 -16.1 -3.5 -19 0 -19 c 3.5 -19 6.4 -16.1 6.4 -12.6 c 6.4 -8 2.2 -4.6 0 0 c h B',
    `${operands('paper')} rg`,
    '2.4 -12.6 m 2.4 -11.3 1.3 -10.2 0 -10.2 c -1.3 -10.2 -2.4 -11.3 -2.4 -12.6 c -2.4 -13.9 -1.3 -15 0 -15 c 1.3 -15 2.4 -13.9 2.4 -12.6 c f Q',
  );
}

/** Missing in the library's types. */
function xobjectsOf(document: PDFKit.PDFDocument): Record<string, unknown> {
  return (document.page as unknown as { readonly xobjects: Record<string, unknown> }).xobjects;
}
