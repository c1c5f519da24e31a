import { embedFont, hex, reserveFont, type ObjectSink } from './embed-font.js';
import type { FontFace } from './font-face.js';
import { FontSubset } from './font-subset.js';
import type { Run, ShapedLine } from './shaped-line.js';

interface TextPage extends ObjectSink {
  readonly page: { readonly fonts: Record<string, unknown> };
  addContent(operators: string): unknown;
}

interface Entry {
  readonly name: string;
  readonly subset: FontSubset;
  readonly ref: ReturnType<typeof reserveFont>;
}

/** Writes shaped lines into a document, and at the end the used parts of the fonts. */
export class TextWriter {
  private readonly entries = new Map<FontFace, Entry>();

  constructor(private readonly document: TextPage) {}

  /** The point is the start of the baseline. The page's origin is at the top left. */
  draw(line: ShapedLine, x: number, y: number, size: number): void {
    const operators = line.runs.map((run) => {
      const { name, subset } = this.entry(run.face);
      const left = x + (run.start * size) / 1000;
      return `/${name} ${round(size)} Tf 1 0 0 -1 ${round(left)} ${round(y)} Tm\n${show(run, subset)}`;
    });
    this.document.addContent(`BT\n${operators.join('\n')}\nET`);
  }

  end(): void {
    [...this.entries.values()].forEach(({ ref, subset }, index) => {
      embedFont(this.document, ref, subset, index);
    });
  }

  private entry(face: FontFace): Entry {
    const entry = this.entries.get(face) ?? this.reserve(face);
    // Every page lists the fonts that it uses.
    this.document.page.fonts[entry.name] = entry.ref;
    return entry;
  }

  private reserve(face: FontFace): Entry {
    const ref = reserveFont(this.document);
    const entry = { name: `T${this.entries.size + 1}`, subset: new FontSubset(face), ref };
    this.entries.set(face, entry);
    return entry;
  }
}

/** Adjusts positions for kerning, which is not included in the widths. */
function show({ clusters, face }: Run, subset: FontSubset): string {
  let array = '';
  let codes = '';
  let ahead = 0;
  for (const cluster of clusters) {
    const distance = Math.round(ahead);
    if (distance !== 0) {
      array += `${codes === '' ? '' : `<${codes}>`}${distance}`;
      codes = '';
      ahead -= distance;
    }
    const code = subset.code(cluster);
    codes += hex(code);
    ahead += subset.width(code);
    for (const { advance } of cluster.glyphs) ahead -= advance * face.scale;
  }
  return `[${array}<${codes}>] TJ`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
