import type { FontFace } from './font-face.js';
import { padded, writeTables } from './sfnt.js';

interface Member {
  readonly glyph: number;
  readonly text: string;
}

/**
 * The glyphs that one document uses of a font. A glyph that stands for two texts is in it twice, under a code each, so
 * that both copy as what they are.
 */
export class FontSubset {
  readonly face: FontFace;
  private readonly members: Member[] = [{ glyph: 0, text: '' }];
  private readonly codes = new Map<string, number>();

  constructor(face: FontFace) {
    this.face = face;
  }

  /** The code under which a glyph is shown; with the text that a reader gets who copies it. */
  code(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const code = this.members.push({ glyph, text }) - 1;
    this.codes.set(key, code);
    return code;
  }

  /** In thousandths of the size. */
  width(code: number): number {
    return Math.round(this.face.horizontal(this.members[code]?.glyph ?? 0).advance * this.face.scale);
  }

  get widths(): number[] {
    return this.members.map((_, code) => this.width(code));
  }

  get texts(): string[] {
    return this.members.map(({ text }) => text);
  }

  /** A TrueType file with these glyphs only, in the order of their codes. */
  file(): Buffer {
    const glyphs = this.members.map(({ glyph }) => glyph);
    const outlines: Buffer[] = [];
    // It grows while it is walked through: glyphs that are put together bring their parts along.
    for (const glyph of glyphs) outlines.push(renumbered(this.face.outline(glyph), glyphs));
    const offsets = Buffer.alloc((glyphs.length + 1) * 4);
    const metrics = Buffer.alloc(glyphs.length * 4);
    let end = 0;
    outlines.forEach((outline, index) => {
      end += padded(outline.length);
      offsets.writeUInt32BE(end, (index + 1) * 4);
      const { advance, bearing } = this.face.horizontal(glyphs[index] ?? 0);
      metrics.writeUInt16BE(advance, index * 4);
      metrics.writeInt16BE(bearing, index * 4 + 2);
    });
    const outlineTable = Buffer.alloc(end);
    outlines.forEach((outline, index) => outline.copy(outlineTable, offsets.readUInt32BE(index * 4)));
    const head = Buffer.from(this.face.table('head'));
    head.writeInt16BE(1, 50);
    const hhea = Buffer.from(this.face.table('hhea'));
    hhea.writeUInt16BE(glyphs.length, 34);
    const maxp = Buffer.from(this.face.table('maxp'));
    maxp.writeUInt16BE(glyphs.length, 4);
    return writeTables(
      new Map([
        ['glyf', outlineTable],
        ['head', head],
        ['hhea', hhea],
        ['hmtx', metrics],
        ['loca', offsets],
        ['maxp', maxp],
      ]),
    );
  }
}

const hasWords = 0x0001;
const hasScale = 0x0008;
const hasMore = 0x0020;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;

/** An outline made of other glyphs names them by number: by their numbers in the subset, where they are added. */
function renumbered(outline: Buffer, glyphs: number[]): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const copy = Buffer.from(outline);
  let at = 10;
  for (;;) {
    const flags = copy.readUInt16BE(at);
    const part = copy.readUInt16BE(at + 2);
    let index = glyphs.indexOf(part);
    if (index === -1) index = glyphs.push(part) - 1;
    copy.writeUInt16BE(index, at + 2);
    at += 4 + ((flags & hasWords) !== 0 ? 4 : 2);
    if ((flags & hasScale) !== 0) at += 2;
    else if ((flags & hasTwoScales) !== 0) at += 4;
    else if ((flags & hasMatrix) !== 0) at += 8;
    if ((flags & hasMore) === 0) return copy;
  }
}
