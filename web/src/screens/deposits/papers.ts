import type { Deposit } from '@regrove/sdk';
import { useIntl } from 'react-intl';

type Paper = Pick<Deposit, 'width' | 'length' | 'gsm'>;

/** Sheets that have a name, in metres. */
const sheets = [
  { name: 'A4', width: 0.21, length: 0.297 },
  { name: 'A3', width: 0.297, length: 0.42 },
  { name: 'A5', width: 0.148, length: 0.21 },
  { name: 'Letter', width: 0.2159, length: 0.2794 },
  { name: 'Legal', width: 0.2159, length: 0.3556 },
] as const;

export const sheetNames: readonly string[] = sheets.map(({ name }) => name);

export const sheetOf = (name: string) => sheets.find((sheet) => sheet.name === name);

/** `A4 · 80 g/m²`, or the size in millimetres where it has no name. */
export function usePaperName(): (paper: Paper) => string {
  const { formatNumber } = useIntl();
  return ({ width, length, gsm }) => {
    const named = sheets.find((sheet) => sheet.width === width && sheet.length === length);
    const size = [width, length].map((side) => formatNumber(side * 1000, { maximumFractionDigits: 1 }));
    return `${named?.name ?? `${size.join(' × ')} mm`} · ${gsm} g/m²`;
  };
}

/** What paper is when nobody says otherwise. */
export const standardPaper: Paper = { width: 0.2159, length: 0.2794, gsm: 75 };
