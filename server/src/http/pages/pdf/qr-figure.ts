import { qrCode } from '../certificate-figures/qr-code.js';
import type { Canvas } from './canvas.js';
import { operands } from './theme.js';

export function drawQrCode(canvas: Canvas, url: string, left: number, top: number, size: number): void {
  const { modules, bars } = qrCode(url);
  const module = size / modules;
  canvas.operators(
    `q ${module} 0 0 ${module} ${left} ${top} cm ${operands('forest')} rg`,
    ...bars.map(({ x, y, width }) => `${x} ${y} ${width} 1 re`),
    'f Q',
  );
}
