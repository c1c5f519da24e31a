import { encode } from 'uqr';

export interface QrCode {
  /** Per side. */
  readonly modules: number;
  /** Adjacent dark modules form one bar, which avoids seams and shortens the output. */
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly x: number;
  readonly y: number;
  width: number;
}

export function qrCode(url: string): QrCode {
  // Any mask is readable. Finding the best one would take longer than rendering the rest of the page.
  const { data } = encode(url, { ecc: 'M', border: 0, maskPattern: 3 });
  return { modules: data.length, bars: data.flatMap(barsOf) };
}

function barsOf(row: readonly boolean[], y: number): Bar[] {
  const found: Bar[] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = found.at(-1);
    if (last !== undefined && last.x + last.width === x) last.width++;
    else found.push({ x, y, width: 1 });
  });
  return found;
}
