import { readFileSync } from 'node:fs';
import { Blob, Face, Font } from 'harfbuzzjs';
import { readTables, writeTables, type Tables } from './sfnt.js';

export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly box: readonly number[];
}

// The tables that HarfBuzz needs. The outlines, most of the file, are only copied.
const shapingTables = ['BASE', 'GDEF', 'GPOS', 'GSUB', 'OS/2', 'cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** A font file, read once and shared by all documents. */
export class FontFace {
  readonly name: string;
  readonly shaper: Font;
  readonly metrics: FontMetrics;
  /** From font units to thousandths of the font size. */
  readonly scale: number;
  readonly tables: Tables;
  private readonly hasLongOffsets: boolean;
  private readonly advances: number;

  constructor(name: string, path: string) {
    this.name = name;
    this.tables = readTables(readFileSync(path));
    const small = new Map([...this.tables].filter(([table]) => shapingTables.includes(table)));
    const bytes = writeTables(small);
    this.shaper = new Font(new Face(new Blob(bytes)));
    const [head, hhea, os2] = [this.table('head'), this.table('hhea'), this.table('OS/2')];
    this.scale = 1000 / head.readUInt16BE(18);
    this.hasLongOffsets = head.readInt16BE(50) === 1;
    this.advances = hhea.readUInt16BE(34);
    const scaled = (value: number) => Math.round(value * this.scale);
    this.metrics = {
      ascent: scaled(hhea.readInt16BE(4)),
      descent: scaled(hhea.readInt16BE(6)),
      capHeight: scaled(os2.length >= 90 ? os2.readInt16BE(88) : hhea.readInt16BE(4)),
      box: [36, 38, 40, 42].map((offset) => scaled(head.readInt16BE(offset))),
    };
  }

  has(codePoint: number): boolean {
    return this.shaper.nominalGlyph(codePoint) !== undefined;
  }

  table(name: string): Buffer {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`${this.name} has no ${name}`);
    return table;
  }

  outline(glyph: number): Buffer {
    const loca = this.table('loca');
    const at = (index: number) =>
      this.hasLongOffsets ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
    return this.table('glyf').subarray(at(glyph), at(glyph + 1));
  }

  /** Advance and left side bearing, in font units. */
  horizontal(glyph: number): { readonly advance: number; readonly bearing: number } {
    const hmtx = this.table('hmtx');
    const last = this.advances - 1;
    if (glyph <= last) {
      return { advance: hmtx.readUInt16BE(glyph * 4), bearing: hmtx.readInt16BE(glyph * 4 + 2) };
    }
    return {
      advance: hmtx.readUInt16BE(last * 4),
      bearing: hmtx.readInt16BE(this.advances * 4 + (glyph - this.advances) * 2),
    };
  }
}
