import { encode } from 'uqr';

export interface QrCode {
  /** Along each side. */
  readonly modules: number;
  /** Dark modules side by side are one bar: no seams between them, and less to write. */
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly x: number;
  readonly y: number;
  width: number;
}

export function qrCode(url: string): QrCode {
  // Any mask can be read; to find the one with the best looks would take longer than all the rest of a page.
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
