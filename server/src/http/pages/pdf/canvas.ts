import { fitText, type FittedText, type Frame } from '../pdf-text/fit-text.js';
import type { Weight } from '../pdf-text/font-files.js';
import { shapeKnownLine, shapeLine, type ShapedLine } from '../pdf-text/shaped-line.js';
import { TextWriter } from '../pdf-text/text-writer.js';
import { markedTitle } from '../sandbox-mark.js';
import { CollectedDocument } from './collected-document.js';
import { operands, page, type Colour } from './theme.js';

export interface LineStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour: Colour;
  /** The text shrinks to fit this width. */
  readonly width?: number;
}

export interface Figure {
  readonly alt: string;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

export type PageSize = readonly [width: number, height: number];

/** What every page of a document says. Drawn when everything else is on the page, so that no picture covers it. */
export interface PageMark {
  /** Also in the title. */
  readonly word: string;
  readonly drawText: (canvas: Canvas, size: PageSize) => void;
  readonly drawDecoration: (canvas: Canvas, size: PageSize) => void;
}

export interface DocumentFacts {
  readonly title: string;
  readonly locale: string;
  readonly date: Date;
  /** Width and height; default: those of a certificate. */
  readonly size?: PageSize;
  /** On every page. */
  readonly mark?: PageMark | undefined;
}

/** A tagged PDF, at first with one page. Everything drawn is text in the structure, a figure in it, or decoration. */
export class Canvas {
  readonly document: CollectedDocument;
  private readonly texts: TextWriter;
  private readonly root: PDFKit.PDFStructureElement;
  /** The mark of the current page. */
  private marked: PDFKit.PDFStructureElement | undefined;

  constructor(private readonly facts: DocumentFacts) {
    this.document = new CollectedDocument({
      size: this.pageSize(),
      margin: 0,
      pdfVersion: '1.7',
      lang: facts.locale,
      tagged: true,
      displayTitle: true,
      // No default font: only TextWriter writes text.
      font: null as unknown as string,
      info: {
        Title: markedTitle(facts.title, facts.mark),
        Creator: 'Regrove',
        Producer: 'Regrove',
        CreationDate: facts.date,
        ModDate: facts.date,
      },
    });
    this.texts = new TextWriter(this.document);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.beginPage();
  }

  /** `actual` is the whole text of an element that is drawn in parts: screen readers would run the parts together. */
  element(type: string, draw: () => void, actual?: string): void {
    this.add(type, draw, actual === undefined ? {} : { ActualText: actual });
  }

  figure(draw: () => void, { alt, box }: Figure): void {
    this.add('Figure', draw, { Alt: alt }, [...box]);
  }

  decoration(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  operators(...lines: readonly string[]): void {
    this.document.addContent(lines.join('\n'));
  }

  /** For our own texts, which are cached; names use `fit`. */
  line(text: string, x: number, y: number, style: LineStyle): number {
    const line = shapeKnownLine(text, this.style(style.weight));
    return this.draw(line, x, y, shrunk(line, style), style.colour);
  }

  /** For texts that differ on every certificate. */
  uncachedLine(text: string, x: number, y: number, style: LineStyle): number {
    const line = shapeLine(text, this.style(style.weight));
    return this.draw(line, x, y, shrunk(line, style), style.colour);
  }

  fit(text: string, weight: Weight, frame: Frame): FittedText {
    return fitText(text, this.style(weight), frame);
  }

  /** Returns where the line ends. */
  draw(line: ShapedLine, x: number, y: number, size: number, colour: Colour): number {
    this.operators(`${operands(colour)} rg`);
    this.texts.draw(line, x, y, size);
    return x + (line.width * size) / 1000;
  }

  /** What is drawn from now on is on a new page. */
  newPage(): void {
    this.endPage();
    this.document.addPage({ size: this.pageSize(), margin: 0 });
    this.beginPage();
  }

  /** The width of a line in points. */
  widthOf(text: string, size: number, weight?: Weight): number {
    return (shapeLine(text, this.style(weight)).width * size) / 1000;
  }

  finish(): Promise<Buffer> {
    this.endPage();
    this.root.end();
    this.texts.end();
    return this.document.bytes();
  }

  /** Screen readers read the mark first. It is drawn last. */
  private beginPage(): void {
    if (!this.facts.mark) return;
    this.marked = this.document.struct('P');
    this.root.add(this.marked);
  }

  private endPage(): void {
    const { mark } = this.facts;
    if (!mark) return;
    const size = this.pageSize();
    this.decoration(() => mark.drawDecoration(this, size));
    this.marked?.add(() => mark.drawText(this, size));
    this.marked?.end();
  }

  private add(
    type: string,
    draw: () => void,
    texts: Readonly<Record<string, string>>,
    bbox?: number[],
  ): void {
    // The library's types lack `bbox`.
    const options: object = { bbox };
    const element = this.document.struct(type, options);
    const { data } = (
      element as unknown as { readonly dictionary: { readonly data: Record<string, unknown> } }
    ).dictionary;
    for (const [key, text] of Object.entries(texts)) data[key] = hexText(text);
    element.add(draw);
    element.end();
    this.root.add(element);
  }

  private pageSize(): [number, number] {
    const [width, height] = this.facts.size ?? [page.width, page.height];
    return [width, height];
  }

  private style(weight: Weight = 'regular') {
    return { weight, locale: this.facts.locale };
  }
}

function shrunk(line: ShapedLine, { size, width }: LineStyle): number {
  const natural = (line.width * size) / 1000;
  return width === undefined || natural <= width ? size : (size * width) / natural;
}

// What PDF's own encoding has in common with Latin-1, half as long as Unicode. Texts in Unicode begin with the excluded letters.
const isLatin = /^(?!\u00FE\u00FF|\u00EF\u00BB)[\u0020-\u007E\u00A1-\u00AC\u00AE-\u00FF]*$/u;

/** Written as hex digits, so that programs that search the file's bytes cannot mistake a name for PDF syntax. */
function hexText(text: string): Buffer {
  if (isLatin.test(text)) return Buffer.from(text, 'latin1');
  return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
}
