import type { FontFace } from './font-face.js';
import { composedOutline, renumberedOutline } from './glyph-outlines.js';
import { padded, writeTables } from './sfnt.js';
import type { Cluster, Glyph } from './shape.js';

// The maximum in the font's table. The document has its own widths.
const maxAdvance = 0xffff;

interface Member {
  readonly glyphs: readonly Glyph[];
  readonly text: string;
  /** In font units. */
  readonly advance: number;
}

/**
 * The part of a font that a document uses. Its glyphs are whole clusters: a letter and its marks become one glyph, so that each
 * code represents its own text and can be copied as that text.
 */
export class FontSubset {
  readonly face: FontFace;
  private readonly members: Member[];
  private readonly codes = new Map<string, number>();

  constructor(face: FontFace) {
    this.face = face;
    this.members = [this.member(0, '')];
  }

  code({ text, glyphs }: Cluster): number {
    const [first] = glyphs;
    const isPlain = first !== undefined && glyphs.length === 1 && first.dx === 0 && first.dy === 0;
    const key = isPlain
      ? `${first.id} ${text}`
      : `${glyphs.map(({ id, advance, dx, dy }) => `${id},${advance},${dx},${dy}`).join(';')} ${text}`;
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const member = isPlain
      ? this.member(first.id, text)
      : { glyphs, text, advance: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
    const code = this.members.push(member) - 1;
    this.codes.set(key, code);
    return code;
  }

  /** In thousandths of the font size. */
  width(code: number): number {
    return Math.round((this.members[code]?.advance ?? 0) * this.face.scale);
  }

  get widths(): number[] {
    return this.members.map((_, code) => this.width(code));
  }

  get texts(): string[] {
    return this.members.map(({ text }) => text);
  }

  /** A TrueType file with only these glyphs, in the order of their codes. */
  file(): Buffer {
    const { outlines, members } = this.outlines();
    const count = members.length;
    const offsets = Buffer.alloc((count + 1) * 4);
    const metrics = Buffer.alloc(count * 4);
    let end = 0;
    outlines.forEach((outline, index) => {
      end += padded(outline.length);
      offsets.writeUInt32BE(end, (index + 1) * 4);
      metrics.writeUInt16BE(Math.min(Math.max(0, members[index]?.advance ?? 0), maxAdvance), index * 4);
      // The left side bearing must match the start of the outline, otherwise the glyph would be shifted.
      metrics.writeInt16BE(outline.length === 0 ? 0 : outline.readInt16BE(2), index * 4 + 2);
    });
    const glyf = Buffer.alloc(end);
    outlines.forEach((outline, index) => outline.copy(glyf, offsets.readUInt32BE(index * 4)));
    const changed = (table: string, change: (copy: Buffer) => void) => {
      const copy = Buffer.from(this.face.table(table));
      change(copy);
      return copy;
    };
    return writeTables(
      new Map([
        ['glyf', glyf],
        ['head', changed('head', (head) => head.writeInt16BE(1, 50))],
        ['hhea', changed('hhea', (hhea) => hhea.writeUInt16BE(count, 34))],
        ['hmtx', metrics],
        ['loca', offsets],
        ['maxp', changed('maxp', (maxp) => allowMore(maxp, count))],
      ]),
    );
  }

  private outlines(): { readonly outlines: Buffer[]; readonly members: readonly Member[] } {
    const members = [...this.members];
    const numbers = new Map<number, number>();
    members.forEach((member, index) => {
      const [only] = member.glyphs;
      if (member.glyphs.length === 1 && only?.dx === 0 && only.dy === 0) numbers.set(only.id, index);
    });
    const numberOf = (glyph: number) => {
      const known = numbers.get(glyph);
      if (known !== undefined) return known;
      const added = members.push(this.member(glyph, '')) - 1;
      numbers.set(glyph, added);
      return added;
    };
    const outlines: Buffer[] = [];
    // The list grows during iteration: composed glyphs add their parts.
    for (const { glyphs } of members) {
      const [first] = glyphs;
      const isPlain = first !== undefined && glyphs.length === 1 && first.dx === 0 && first.dy === 0;
      outlines.push(
        isPlain
          ? renumberedOutline(this.face.outline(first.id), numberOf)
          : composedOutline(this.face, glyphs, numberOf),
      );
    }
    return { outlines, members };
  }

  private member(glyph: number, text: string): Member {
    const { advance } = this.face.horizontal(glyph);
    return { glyphs: [{ id: glyph, advance, dx: 0, dy: 0 }], text, advance };
  }
}

/** Raises the limits that the font declares, for composed glyphs. */
function allowMore(maxp: Buffer, count: number): void {
  maxp.writeUInt16BE(count, 4);
  maxp.writeUInt16BE(Math.max(16, maxp.readUInt16BE(28)), 28);
  maxp.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30);
}
