import type { I18n } from '../../../messages/i18n.js';
import { decimal, roundHalfUp, type Decimal } from '../../../platform/decimals.js';
import {
  bottom,
  drawAmount,
  drawRule,
  drawText,
  drawTextTo,
  left,
  right,
  layOutText,
  portraitPage,
  type LaidOutText,
  type TextStyle,
} from '../invoice-pdf/page-layout.js';
import type { Canvas } from '../pdf/canvas.js';
import { kindOf, type Cell, type Column, type ColumnKind, type Table } from './report-tables.js';

/** Something of a known height that is drawn at one place. */
export interface Block {
  readonly height: number;
  readonly draw: (top: number) => void;
  /** Drawn again above it where it begins a page. */
  readonly head?: Block;
  /** Belongs on the same page as the next block. */
  readonly keepsNext?: true;
  /** Not needed at the top of a page. */
  readonly isSpace?: true;
}

const width = right - left;
const gap = 8;
const padding = 3;
const size = 8;

/** The blocks of each page. */
export function paginate(blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [[]];
  let y = portraitPage.margin;
  for (const [index, block] of blocks.entries()) {
    if (y + heightKept(blocks, index) > bottom && y > portraitPage.margin) {
      pages.push([]);
      y = portraitPage.margin;
      if (block.head) {
        pages.at(-1)?.push(block.head);
        y += block.head.height;
      }
    }
    if (block.isSpace && y === portraitPage.margin) continue;
    pages.at(-1)?.push(block);
    y += block.height;
  }
  return pages;
}

/** The height of a block and of what must follow it on the same page. */
function heightKept(blocks: readonly Block[], index: number): number {
  let height = 0;
  for (let at = index; at < blocks.length; at++) {
    height += blocks[at]?.height ?? 0;
    if (blocks[at]?.keepsNext !== true) break;
  }
  return height;
}

/** Text over the whole width. */
export function paragraph(canvas: Canvas, text: string, style: TextStyle, type = 'P'): Block {
  const set = layOutText(canvas, text, width, { lines: 40, ...style });
  return {
    height: set.height + 4,
    draw: (top) => canvas.element(type, () => drawText(canvas, set, left, top), set.text),
  };
}

export const space = (height: number): Block => ({
  height,
  draw: () => undefined,
  keepsNext: true,
  isSpace: true,
});

export const heading = (canvas: Canvas, text: string, style: TextStyle): Block => ({
  ...paragraph(canvas, text, style, 'H2'),
  keepsNext: true,
});

/** The head of a table and its rows. */
export function tableBlocks(canvas: Canvas, table: Table, i18n: I18n): Block[] {
  const { columns, rows, hasTotal } = table;
  const places = placesOf(columns);
  const head = rowBlock(
    canvas,
    places,
    columns.map(({ label }) => label),
    { style: { size: 7, smallest: 6, colour: 'moss', lines: 3 }, i18n },
  );
  const total = hasTotal ? rows.length - 1 : undefined;
  return [
    { ...head, keepsNext: true },
    ...rows.map((row, index) => ({
      ...rowBlock(canvas, places, row, {
        style: { size, smallest: 6.5, lines: 6, ...(index === total && { weight: 'semibold' as const }) },
        kinds: columns.map((_, column) => kindOf(table, index, column)),
        i18n,
      }),
      head,
      ...(index + 1 === total && { keepsNext: true as const }),
    })),
  ];
}

interface Place {
  readonly kind: ColumnKind;
  readonly x: number;
  readonly width: number;
}

function placesOf(columns: readonly Column[]): Place[] {
  const parts = columns.reduce((sum, column) => sum + column.width, 0);
  let x = left;
  return columns.map((column) => {
    const place = { kind: column.kind, x, width: ((width + gap) * column.width) / parts - gap };
    x += place.width + gap;
    return place;
  });
}

interface RowOptions {
  readonly style: TextStyle;
  /** How cells are written; none: as they are, in the head. */
  readonly kinds?: readonly ColumnKind[];
  readonly i18n: I18n;
}

function rowBlock(
  canvas: Canvas,
  places: readonly Place[],
  row: readonly Cell[],
  { style, kinds, i18n }: RowOptions,
): Block {
  const cells = places.map((place, index) => {
    const cell = row[index] ?? null;
    const text = cell === null ? '' : kinds ? written(cell, kinds[index] ?? place.kind, i18n) : cell;
    const isText = !kinds || place.kind === 'text' || place.kind === 'day';
    return {
      place,
      text,
      set: isText && text !== '' ? layOutText(canvas, text, place.width, style) : undefined,
    };
  });
  const height = Math.max(style.size * 1.35, ...cells.map(({ set }) => set?.height ?? 0)) + 2 * padding;
  const draw = (top: number): void => {
    const drawCells = (): void => {
      for (const { place, text, set } of cells)
        drawCell(canvas, place, { text, set, top: top + padding }, style);
    };
    canvas.element(
      'P',
      drawCells,
      cells
        .map(({ text }) => text)
        .filter(Boolean)
        .join(' '),
    );
    drawRule(canvas, top + height);
  };
  return { height, draw };
}

function drawCell(
  canvas: Canvas,
  place: Place,
  { text, set, top }: { readonly text: string; readonly set: LaidOutText | undefined; readonly top: number },
  { size: textSize, weight, colour = 'forest' }: TextStyle,
): void {
  if (text === '') return;
  const end = place.x + place.width;
  if (!set) {
    const style = { size: textSize, colour, width: place.width, ...(weight && { weight }) };
    drawAmount(canvas, text, top + textSize * 1.02, style, end);
    return;
  }
  // Heads of amounts end where the amounts end.
  const isAmount = place.kind !== 'text' && place.kind !== 'day';
  if (isAmount) drawTextTo(canvas, set, end, top);
  else drawText(canvas, set, place.x, top);
}

const decimalsOf: Readonly<Record<Exclude<ColumnKind, 'text' | 'day' | 'share' | 'factor'>, number>> = {
  whole: 0,
  kilograms: 2,
  tonnes: 6,
  trees: 6,
};

/** A value as people read it. Amounts of a column have the same number of decimals. */
function written(value: string, kind: ColumnKind, { number, date }: I18n): string {
  switch (kind) {
    case 'text':
      return value;
    case 'day':
      return date(new Date(value), 'medium');
    case 'share':
      return number(value, { style: 'percent', maximumFractionDigits: 2, minimumFractionDigits: 2 });
    case 'factor':
      return number(value, { maximumFractionDigits: 6 });
    default: {
      const fixed = decimalsOf[kind];
      const rounded: Decimal = roundHalfUp(decimal(value), fixed).toFixed();
      return number(rounded, { minimumFractionDigits: fixed, maximumFractionDigits: fixed });
    }
  }
}
