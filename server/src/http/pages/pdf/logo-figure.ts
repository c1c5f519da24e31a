import type { Canvas } from './canvas.js';
import { operands } from './theme.js';

/** The mark of the dashboard and of the public pages: two leaves on a stem. Its box has this size. */
export function drawLogo(canvas: Canvas, left: number, top: number, size: number): void {
  const scale = size / 24;
  canvas.decoration(() => {
    canvas.operators(
      `q ${scale} 0 0 ${scale} ${left} ${top} cm`,
      `${operands('leaf')} rg 11 13 m 5 13 3 9 3 4 c 9 4 11.5 7.5 11.5 11.5 c h f`,
      `${operands('young')} rg 13 15 m 18.5 15 21 12 21 7 c 15.5 7 12.5 9.5 12.5 13.5 c h f`,
      `${operands('leaf')} rg 11.3 11.5 1.4 9.5 re f Q`,
    );
  });
}
