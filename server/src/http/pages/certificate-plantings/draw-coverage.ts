import type { I18n } from '../../../messages/i18n.js';
import { isolateBidi } from '../../../platform/text/bidi-isolate.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import type { CertificateFacts, PrintedPlanting } from '../certificate-facts.js';
import type { Canvas } from '../pdf/canvas.js';
import { operands, page } from '../pdf/theme.js';
import { coverageTexts } from './coverage-texts.js';
import { drawPhoto } from './draw-photo.js';

const left = page.margin;
const right = page.width - page.margin;

const columns = 2;
const rows = 4;
export const maxPrintedPlantings = columns * rows;

const list = { top: 158, gap: 28, rowHeight: 97 };
const photo = { width: 104, height: 78 };

/** On the page after it: the plantings themselves. */
export function drawPlantings(canvas: Canvas, facts: CertificateFacts, i18n: I18n): void {
  const { plantings, plantingCount } = facts.coverage;
  if (plantings.length === 0) return;
  const { t, number } = i18n;
  const { state, note } = coverageTexts(facts.coverage, facts.trees, i18n);
  canvas.newPage();
  canvas.decoration(() => {
    canvas.operators(`${operands('copper')} rg ${left} ${page.margin} 34 3 re f`);
  });
  const width = right - left;
  canvas.element('H2', () => {
    canvas.line(t('certificate.plantings'), left, 82, {
      size: 17,
      weight: 'semibold',
      colour: 'forest',
      width,
    });
  });
  drawBlock(canvas, [state, note].filter(Boolean).join(' '), {
    x: left,
    y: 94,
    width,
    height: 44,
    sizes: [10.5, 9.5, 8.5],
    lines: 3,
  });
  const shown = plantings.slice(0, maxPrintedPlantings);
  shown.forEach((planting, index) => drawPlanting(canvas, planting, index, i18n));
  if (plantingCount > shown.length)
    canvas.element('P', () => {
      canvas.uncachedLine(
        t('certificate.firstPlantings', {
          shown: number(shown.length),
          count: number(plantingCount),
        }),
        left,
        page.height - 34,
        { size: 8.5, colour: 'moss', width },
      );
    });
}

function drawPlanting(canvas: Canvas, planting: PrintedPlanting, index: number, i18n: I18n): void {
  const { t, date } = i18n;
  const wide = (right - left - list.gap) / columns;
  const x = left + (index % columns) * (wide + list.gap);
  const y = list.top + Math.floor(index / columns) * list.rowHeight;
  const reference = cleanText(planting.reference);
  const alt = t('project.photoAlt', { reference: isolateBidi(reference) });
  const indent = drawPhoto(canvas, planting.picture, { x, y, ...photo }, alt) ? photo.width + 12 : 0;
  const [at, width] = [x + indent, wide - indent];
  const texts = [
    [`${isolateBidi(reference)} · ${date(new Date(planting.plantedOn))}`, 'semibold', 'forest', 11, 15],
    [
      t('certificate.plantingTrees', { number: i18n.rounded(planting.coveringTrees) }),
      'regular',
      'forest',
      9.5,
      14,
    ],
    [t('project.plantedBy', { partner: isolateBidi(planting.partner) }), 'regular', 'moss', 8.5, 24],
    [planting.species.map(isolateBidi).join(', '), 'regular', 'moss', 8.5, 24],
  ] as const;
  let top = y;
  for (const [text, weight, colour, size, height] of texts) {
    if (text === '') continue;
    const sizes = [size, size - 1, size - 2];
    top += drawBlock(canvas, text, { x: at, y: top, width, height, sizes, lines: 2, weight, colour }) + 2;
  }
}

interface Block {
  readonly x: number;
  /** Its top. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly number[];
  readonly lines: number;
  readonly weight?: 'regular' | 'semibold';
  readonly colour?: 'moss' | 'forest';
}

const leading = 1.25;

/** Returns its height. */
function drawBlock(canvas: Canvas, text: string, block: Block): number {
  const { x, y, weight = 'regular', colour = 'moss' } = block;
  const { size, lines } = canvas.fit(text, weight, { ...block, leading });
  const draw = () =>
    lines.forEach((line, index) => canvas.draw(line, x, y + size * (1 + index * leading), size, colour));
  canvas.element('P', draw, text);
  return lines.length * size * leading;
}
