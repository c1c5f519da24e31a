/** A size that the trade knows by name, in metres. The short side is the width. */
export interface PaperSize {
  readonly name: string;
  readonly width: number;
  readonly length: number;
}

const iso = (name: string, width: number, length: number): PaperSize => ({
  name,
  width: width / 1000,
  length: length / 1000,
});

/** From inches, rounded to hundredths of a millimetre, which is exact for all of them. */
const ansi = (name: string, width: number, length: number): PaperSize => ({
  name,
  width: Math.round(width * 2540) / 1e5,
  length: Math.round(length * 2540) / 1e5,
});

/** Of two names for one size, the first is the one to show. */
export const paperSizes: readonly PaperSize[] = [
  iso('A4', 210, 297),
  iso('A3', 297, 420),
  iso('A5', 148, 210),
  ansi('Letter', 8.5, 11),
  ansi('Legal', 8.5, 14),
  ansi('Tabloid', 11, 17),
  iso('SRA3', 320, 450),
  iso('A0', 841, 1189),
  iso('A1', 594, 841),
  iso('A2', 420, 594),
  iso('A6', 105, 148),
  iso('A7', 74, 105),
  iso('A8', 52, 74),
  iso('A9', 37, 52),
  iso('A10', 26, 37),
  iso('B0', 1000, 1414),
  iso('B1', 707, 1000),
  iso('B2', 500, 707),
  iso('B3', 353, 500),
  iso('B4', 250, 353),
  iso('B5', 176, 250),
  iso('B6', 125, 176),
  iso('B7', 88, 125),
  iso('B8', 62, 88),
  iso('B9', 44, 62),
  iso('B10', 31, 44),
  iso('RA0', 860, 1220),
  iso('RA1', 610, 860),
  iso('RA2', 430, 610),
  iso('RA3', 305, 430),
  iso('RA4', 215, 305),
  iso('SRA0', 900, 1280),
  iso('SRA1', 640, 900),
  iso('SRA2', 450, 640),
  iso('SRA4', 225, 320),
  ansi('Executive', 7.25, 10.5),
  ansi('Statement', 5.5, 8.5),
  ansi('Ledger', 11, 17),
  ansi('ANSI A', 8.5, 11),
  ansi('ANSI B', 11, 17),
  ansi('ANSI C', 17, 22),
  ansi('ANSI D', 22, 34),
  ansi('ANSI E', 34, 44),
];

/** `ANSI-A`, `ansi a` and `ANSIA` are the same. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

const byKey = new Map(paperSizes.map((size) => [keyOf(size.name), size]));

export const findPaperSize = (name: string): PaperSize | undefined => byKey.get(keyOf(name));
