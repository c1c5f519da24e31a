import { useIntl } from 'react-intl';
import { paperSizes } from '../api/limits.js';

interface Paper {
  readonly width: number;
  readonly length: number;
  readonly gsm: number;
}

/** The sizes that are offered in forms; files may name any. */
const commonSizes = 7;

export const paperSizeNames: readonly string[] = paperSizes.slice(0, commonSizes).map(({ name }) => name);

/** The option for a size without a name. */
export const customSize = 'own';

interface Size {
  readonly sheet: string;
  /** In millimetres; only for the custom size. */
  readonly width: number | '';
  readonly length: number | '';
}

/** In metres. */
export function dimensionsOf({ sheet, width, length }: Size): Pick<Paper, 'width' | 'length'> {
  const named = paperSizes.find(({ name }) => name === sheet);
  return named
    ? { width: named.width, length: named.length }
    : { width: Number(width) / 1000, length: Number(length) / 1000 };
}

/** `A4 · 80 g/m²`, or the size in millimetres if it has no name. */
export function usePaperName(): (paper: Paper) => string {
  const { formatNumber } = useIntl();
  return ({ width, length, gsm }) => {
    const named = paperSizes.find((size) => size.width === width && size.length === length);
    const sides = [width, length].map((side) => formatNumber(side * 1000, { maximumFractionDigits: 1 }));
    return `${named?.name ?? `${sides.join(' × ')}\u00a0mm`}\u00a0· ${gsm}\u00a0g/m²`;
  };
}
