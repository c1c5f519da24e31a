import type { FontSubset } from './font-subset.js';

/** The part of a document that is needed here: creating an object, filling and ending it. */
interface ObjectRef {
  data: Record<string, unknown>;
  end(chunk?: string | Uint8Array): void;
}
export interface ObjectSink {
  ref(data?: Record<string, unknown>): unknown;
}

/** Reserves a font, so that text can refer to it before its subset is complete. */
export function reserveFont(document: ObjectSink): ObjectRef {
  return document.ref({ Type: 'Font', Subtype: 'Type0' }) as ObjectRef;
}

export function embedFont(document: ObjectSink, font: ObjectRef, subset: FontSubset, index: number): void {
  const { metrics } = subset.face;
  // Six letters and a plus sign mark a subset.
  const tag = index.toString(26).padStart(6, '0').replace(/./gu, tagLetter);
  const name = `${tag}+Regrove-${subset.face.name}`;
  const make = (data?: Record<string, unknown>, content?: string | Uint8Array) => {
    const ref = document.ref(data) as ObjectRef;
    ref.end(content);
    return ref;
  };
  const file = make(undefined, subset.file());
  const descriptor = make({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: metrics.box,
    ItalicAngle: 0,
    Ascent: metrics.ascent,
    Descent: metrics.descent,
    CapHeight: metrics.capHeight,
    StemV: 80,
    FontFile2: file,
  });
  const descendant = make({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    CIDToGIDMap: 'Identity',
    W: [0, subset.widths],
  });
  Object.assign(font.data, {
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: make(undefined, unicodeMap(subset.texts)),
  });
  font.end();
}

function tagLetter(digit: string): string {
  return String.fromCharCode(65 + Number.parseInt(digit, 26));
}

// The library writes plain strings as names and String objects as text.
function text(value: string): unknown {
  return Object(value);
}

function unicodeMap(texts: readonly string[]): string {
  const entries = texts.flatMap((value, code) =>
    value === '' ? [] : [`<${hex(code)}> <${Array.from(utf16(value), hex).join('')}>`],
  );
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += 100) {
    const block = entries.slice(start, start + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function* utf16(value: string): Generator<number> {
  for (let index = 0; index < value.length; index++) yield value.charCodeAt(index);
}

export function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
