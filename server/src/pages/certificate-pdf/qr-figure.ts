import { encode } from 'uqr';
import type { Canvas } from './canvas.js';
import { operands } from './theme.js';

/** Dark modules side by side are one rectangle: no seams between them, and less to write. */
export function drawQrCode(canvas: Canvas, url: string, left: number, top: number, size: number): void {
  // Any mask can be read; to find the one with the best looks would take longer than all the rest of the page.
  const { data } = encode(url, { ecc: 'M', border: 0, maskPattern: 3 });
  const module = size / data.length;
  const rectangles = data.flatMap((row, y) =>
    runs(row).map(([start, end]) => `${start} ${y} ${end - start} 1 re`),
  );
  canvas.operators(
    `q ${module} 0 0 ${module} ${left} ${top} cm ${operands('forest')} rg`,
    ...rectangles,
    'f Q',
  );
}

function runs(row: readonly boolean[]): [start: number, end: number][] {
  const found: [number, number][] = [];
  row.forEach((isDark, index) => {
    const last = found.at(-1);
    if (!isDark) return;
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  });
  return found;
}
