import { useIntl } from 'react-intl';

interface Paper {
  readonly width: number;
  readonly length: number;
  readonly gsm: number;
}

/** In metres. */
const sheets = [
  { name: 'A4', width: 0.21, length: 0.297 },
  { name: 'A3', width: 0.297, length: 0.42 },
  { name: 'A5', width: 0.148, length: 0.21 },
  { name: 'Letter', width: 0.2159, length: 0.2794 },
  { name: 'Legal', width: 0.2159, length: 0.3556 },
  { name: 'Tabloid', width: 0.2794, length: 0.4318 },
] as const;

export const paperSizeNames: readonly string[] = sheets.map(({ name }) => name);

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
  const named = sheets.find(({ name }) => name === sheet);
  return named
    ? { width: named.width, length: named.length }
    : { width: Number(width) / 1000, length: Number(length) / 1000 };
}

/** `A4 · 80 g/m²`, or the size in millimetres if it has no name. */
export function usePaperName(): (paper: Paper) => string {
  const { formatNumber } = useIntl();
  return ({ width, length, gsm }) => {
    const named = sheets.find((sheet) => sheet.width === width && sheet.length === length);
    const size = [width, length].map((side) => formatNumber(side * 1000, { maximumFractionDigits: 1 }));
    return `${named?.name ?? `${size.join(' × ')}\u00a0mm`}\u00a0· ${gsm}\u00a0g/m²`;
  };
}
