import type { I18n } from '../../../messages/i18n.js';
import { markText, sandboxMark, type Marked, type SandboxSubject } from '../sandbox-mark.js';
import type { Canvas, PageMark, PageSize } from './canvas.js';
import { operands, page } from './theme.js';

/** Fits above the content of all documents. */
const band = { height: 30, baseline: 19.5, size: 12 };
const watermark = { size: 170, opacity: 0.13, share: 0.78 };

/** For every page of a document of a sandbox. Undefined: it is real. */
export function sandboxPageMark(facts: Marked, i18n: I18n, about?: SandboxSubject): PageMark | undefined {
  const mark = sandboxMark(facts, i18n, about);
  return (
    mark && {
      word: mark.word,
      drawText: (canvas, size) => drawBand(canvas, markText(mark), size),
      drawDecoration: (canvas, size) => drawWatermark(canvas, mark.word, size),
    }
  );
}

function drawBand(canvas: Canvas, text: string, [width]: PageSize): void {
  canvas.operators(`${operands('ember')} rg 0 0 ${width} ${band.height} re f`);
  canvas.line(text, page.margin, band.baseline, {
    size: band.size,
    weight: 'semibold',
    colour: 'paper',
    width: width - 2 * page.margin,
  });
}

/** The word along the diagonal, transparent enough to read what is below it. */
function drawWatermark(canvas: Canvas, word: string, [width, height]: PageSize): void {
  const diagonal = Math.hypot(width, height);
  const [cos, sin] = [width / diagonal, height / diagonal].map((part) => part.toFixed(4));
  const natural = canvas.widthOf(word, watermark.size, 'semibold');
  const shown = Math.min(natural, diagonal * watermark.share);
  const size = (watermark.size * shown) / natural;
  canvas.document.save().fillOpacity(watermark.opacity);
  canvas.operators(`${cos} -${sin} ${sin} ${cos} ${width / 2} ${height / 2} cm`);
  canvas.line(word, -shown / 2, size * 0.35, { size, weight: 'semibold', colour: 'ember' });
  canvas.document.restore();
}
