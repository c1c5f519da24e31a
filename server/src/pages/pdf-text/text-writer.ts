import { embedFont, hex, reserveFont, utf16, type ObjectSink } from './embed-font.js';
import type { FontFace } from './font-face.js';
import { FontSubset } from './font-subset.js';
import type { Cluster } from './shape.js';
import type { ShapedLine } from './shaped-line.js';

interface TextPage extends ObjectSink {
  readonly page: { readonly fonts: Record<string, unknown>; readonly height: number };
  addContent(operators: string): unknown;
}

interface Entry {
  readonly name: string;
  readonly subset: FontSubset;
  readonly ref: ReturnType<typeof reserveFont>;
}

/** Writes shaped lines into a document, and at its end the fonts with the glyphs that were used. */
export class TextWriter {
  private readonly entries = new Map<FontFace, Entry>();

  constructor(private readonly document: TextPage) {}

  /** Its base line begins at this point; the page's origin is its top left corner. */
  draw(line: ShapedLine, x: number, y: number, size: number): void {
    const operators: string[] = [`BT 1 0 0 -1 ${round(x)} ${round(y)} Tm`];
    for (const { face, clusters } of line.runs) {
      const { name, subset } = this.entry(face);
      operators.push(`/${name} ${round(size)} Tf`, ...show(clusters, subset, size));
    }
    this.document.addContent([...operators, 'ET'].join('\n'));
  }

  end(): void {
    [...this.entries.values()].forEach(({ ref, subset }, index) => {
      embedFont(this.document, ref, subset, index);
    });
  }

  private entry(face: FontFace): Entry {
    const known = this.entries.get(face);
    if (known !== undefined) return known;
    const ref = reserveFont(this.document);
    const entry = { name: `T${this.entries.size + 1}`, subset: new FontSubset(face), ref };
    this.document.page.fonts[entry.name] = ref;
    this.entries.set(face, entry);
    return entry;
  }
}

/** The operators for one run. The pen may differ from where the next glyph belongs: by kerning, or by a mark's place. */
function show(clusters: readonly Cluster[], subset: FontSubset, size: number): string[] {
  const operators: string[] = [];
  let array = '';
  let codes = '';
  let rise = 0;
  // How far the pen is ahead of where it should be.
  let ahead = 0;
  const flushCodes = () => {
    if (codes !== '') array += `<${codes}>`;
    codes = '';
  };
  const flush = () => {
    flushCodes();
    if (array !== '') operators.push(`[${array}] TJ`);
    array = '';
  };
  const move = (target: number) => {
    const distance = Math.round(ahead - target);
    if (distance === 0) return;
    flushCodes();
    array += String(distance);
    ahead -= distance;
  };
  for (const { text, glyphs } of clusters) {
    // One glyph says by itself what it stands for; several can only together.
    const isGroup = glyphs.length > 1;
    if (isGroup) {
      flush();
      operators.push(`/Span <</ActualText <feff${Array.from(utf16(text), hex).join('')}>>> BDC`);
    }
    for (const { id, advance, dx, dy } of glyphs) {
      if (dy !== rise) {
        flush();
        operators.push(`${round((dy * size) / 1000)} Ts`);
        rise = dy;
      }
      move(dx);
      const code = subset.code(id, isGroup ? '' : text);
      codes += hex(code);
      ahead += subset.width(code) - advance;
    }
    if (isGroup) {
      flush();
      operators.push('EMC');
    }
  }
  move(0);
  flush();
  if (rise !== 0) operators.push('0 Ts');
  return operators;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
